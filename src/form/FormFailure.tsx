import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { failureMessage } from '../api/callFailure.ts'
import { joinSentences } from '../locale/joins.ts'
import { hiddenErrorsMessage } from './values/errorWords.ts'
import type { FormState } from './useRecordForm.ts'

/** Shows why a save was refused, apart from errors of visible fields. */
export function FormFailure({ state: { failure } }: { state: FormState }) {
  const intl = useIntl()
  if (!failure) return null
  const { error, others } = failure
  const words = failureMessage(intl, error)
  return (
    <div className="form-failure" tabIndex={-1}>
      <Alert
        className="form-notice"
        type="error"
        showIcon
        title={intl.formatMessage({ id: 'form.notSaved' })}
        description={joinSentences(intl, words, others.length > 0 && hiddenErrorsMessage(intl, others))}
      />
    </div>
  )
}
