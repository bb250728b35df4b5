import { Suspense, use } from 'react'
import { useIntl } from 'react-intl'
import { limitedActions } from '#contract/people/securityEvents.ts'
import { endReasons } from '#contract/live/live.ts'
import type { MessageId } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'
import { loadErrorWords } from './errorWords.ts'

const signInWays = ['account', 'mobile'] as const

/** The words of a way to sign in, of why a session ended, or of what is limited; null: it is none of them. */
function idOf(what: string): MessageId | null {
  const way = signInWays.find((one) => one === what)
  if (way) return `login.other.${way}`
  const reason = endReasons.find((one) => one === what)
  if (reason) return `security.ended.${reason}`
  const action = limitedActions.find((one) => one === what)
  return action ? `security.limited.${action}` : null
}

/** By which way, why, or which call: codes in words, a call by its address. */
export function EventDetails({ what }: { what: string }) {
  const intl = useIntl()
  const id = idOf(what)
  if (id !== null) return <Text text={intl.formatMessage({ id })} />
  const code = <Text text={what} />
  return (
    <Suspense fallback={code}>{/^[A-Z_]+$/.test(what) ? <ErrorText code={what} /> : code}</Suspense>
  )
}

/** An error code in the words that the server has for it. */
function ErrorText({ code }: { code: string }) {
  const language = useLocale((state) => state.language)
  const words = use(loadErrorWords(language))
  return <Text text={words[code] ?? code} />
}

function Text({ text }: { text: string }) {
  if (text === '') return <span className="grid-none">–</span>
  return (
    <span className="grid-text" title={text}>
      {text}
    </span>
  )
}
