import { Select } from 'antd'
import { useIntl } from 'react-intl'
import { clearButton } from './clearButton.tsx'
import type { FieldControlProps } from './controlProps.ts'

interface Props extends FieldControlProps<string> {
  choices: readonly { value: string; label: string }[]
  placeholder?: string | undefined
  loading?: boolean
}

/** Selects one of a few codes by their labels. */
export function ChoiceInput({ value, onChange, choices, placeholder, ...props }: Props) {
  const intl = useIntl()
  return (
    <Select<string>
      {...props}
      value={value ?? null}
      options={[...choices]}
      onChange={(choice) => onChange(choice ?? null)}
      allowClear={clearButton(intl, props['aria-required'] === true)}
      placeholder={placeholder ?? intl.formatMessage({ id: 'form.choose' })}
      showSearch={choices.length > 10 && { optionFilterProp: 'label' }}
    />
  )
}
