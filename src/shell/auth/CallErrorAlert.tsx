import { useIntl } from 'react-intl'
import { failureMessage, type CallFailure } from '../../api/callFailure.ts'
import { Callout } from '../../controls/Callout.tsx'
import { useSecondsUntil } from '../../store/useSecondsUntil.ts'

/** Shows why a form was refused; counts down the seconds of a waiting time. */
export function CallErrorAlert({ failure }: { failure: CallFailure | null }) {
  const intl = useIntl()
  const seconds = useSecondsUntil(failure?.waitUntil ?? null)
  if (!failure) return null
  return <Callout tone="error" title={failureMessage(intl, failure, seconds)} />
}
