import { useIntl } from 'react-intl'
import { errorCodes } from '#contract/calls/envelope.ts'
import { limitedActions } from '#contract/people/securityEvents.ts'
import { endReasons } from '#contract/live/live.ts'
import type { MessageId } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'
import { errorWords } from './errorWords.ts'

const signInWays = ['account', 'mobile'] as const

/** Returns the message id of a sign-in method, of a reason why a session ended, or of a limit; null for other texts. */
function idOf(what: string): MessageId | null {
  const way = signInWays.find((one) => one === what)
  if (way) return `login.other.${way}`
  const reason = endReasons.find((one) => one === what)
  if (reason) return `security.ended.${reason}`
  const action = limitedActions.find((one) => one === what)
  return action ? `security.limited.${action}` : null
}

/** Details of an event: method, reason or call; codes are translated, a call shows its URL. */
export function EventDetails({ what }: { what: string }) {
  const intl = useIntl()
  const language = useLocale((state) => state.language)
  const id = idOf(what)
  if (id !== null) return <Text text={intl.formatMessage({ id })} />
  const error = errorCodes.find((one) => one === what)
  return <Text text={error === undefined ? what : errorWords[language][error]} />
}

function Text({ text }: { text: string }) {
  if (text === '') return <span className="grid-none">–</span>
  return (
    <span className="grid-text" title={text}>
      {text}
    </span>
  )
}
