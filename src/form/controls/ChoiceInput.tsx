import { Select } from 'antd'
import { useIntl } from 'react-intl'
import type { FieldControlProps } from './controlProps.ts'

interface Choices {
  choices: readonly { value: string; label: string }[]
  placeholder?: string | undefined
  loading?: boolean
}

/** One of a few, by the words for them. */
export function ChoiceInput({ value, onChange, choices, placeholder, ...props }: FieldControlProps<string> & Choices) {
  const intl = useIntl()
  return (
    <Select<string>
      {...props}
      value={value ?? null}
      options={[...choices]}
      onChange={(choice) => onChange(choice ?? null)}
      allowClear={props['aria-required'] !== true}
      placeholder={placeholder ?? intl.formatMessage({ id: 'form.choose' })}
      showSearch={choices.length > 10 && { optionFilterProp: 'label' }}
    />
  )
}

/** Several of a few, at most so many. */
export function ChoicesInput({ value, onChange, choices, placeholder, most, ...props }: FieldControlProps<string[]> & Choices & { most: number | undefined }) {
  const intl = useIntl()
  return (
    <Select<string[]>
      {...props}
      {...(most !== undefined && { maxCount: most })}
      mode="multiple"
      value={value ?? []}
      options={[...choices]}
      onChange={onChange}
      placeholder={placeholder ?? intl.formatMessage({ id: 'form.choose' })}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}
