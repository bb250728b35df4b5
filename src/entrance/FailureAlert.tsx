import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { wordsOfFailure, type CallFailure } from './callFailure.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/** Says above a form why it was refused; counts the seconds where there is a wait. */
export function FailureAlert({ failure }: { failure: CallFailure | null }) {
  const intl = useIntl()
  const seconds = useSecondsUntil(failure?.waitUntil ?? null)
  if (!failure) return null
  return <Alert className="entrance-alert" type="error" showIcon title={wordsOfFailure(intl, failure, seconds)} />
}
