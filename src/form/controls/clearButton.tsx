import { CloseCircleFilled } from '@ant-design/icons'
import type { IntlShape } from 'react-intl'

/** A button that takes a choice away again, where there need be none; antd alone would name it in English. */
export function clearButton(intl: IntlShape, isRequired: boolean) {
  return !isRequired && { clearIcon: <CloseCircleFilled aria-hidden />, label: intl.formatMessage({ id: 'form.clear' }) }
}
