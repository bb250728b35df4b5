import { CloseCircleFilled } from '@ant-design/icons'
import type { IntlShape } from 'react-intl'

/** Button that clears an optional choice, with a translated name; antd's own is in English. */
export function clearButton(intl: IntlShape, isRequired: boolean) {
  return (
    !isRequired && { clearIcon: <CloseCircleFilled aria-hidden />, label: intl.formatMessage({ id: 'form.clear' }) }
  )
}
