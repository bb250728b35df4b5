import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { failureMessage } from '../api/callFailure.ts'
import { joinSentences } from '../locale/joins.ts'
import { hiddenErrorsMessage } from './values/errorWords.ts'
import type { FormState } from './useRecordForm.ts'

/** Why a save was refused, where it is about no field that is here. */
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
