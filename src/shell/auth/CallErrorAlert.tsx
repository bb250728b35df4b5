import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { failureMessage, type CallFailure } from '../../api/callFailure.ts'
import { useSecondsUntil } from '../../store/useSecondsUntil.ts'

/** Says above a form why it was refused; counts the seconds where there is a wait. */
export function CallErrorAlert({ failure }: { failure: CallFailure | null }) {
  const intl = useIntl()
  const seconds = useSecondsUntil(failure?.waitUntil ?? null)
  if (!failure) return null
  return <Alert className="entrance-alert" type="error" showIcon title={failureMessage(intl, failure, seconds)} />
}
