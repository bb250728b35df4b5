import { Form } from 'antd'
import { useIntl } from 'react-intl'
import type { AnyField, Values } from './describe.ts'
import { faultsAt, type Fault, type Faults } from './values/faults.ts'
import { wordsOfFault } from './values/faultWords.ts'

interface Props {
  id: string
  name: string
  field: AnyField
  value: unknown
  values: Values
  faults: Faults
  required: boolean
  disabled: boolean
  onChange: (value: unknown) => void
  onBlur: () => void
}

/** One field: its name, its control, its hint and what is wrong with it, bound to one another. */
export function FieldRow({ id, name, field, value, values, faults, required, disabled, onChange, onBlur }: Props) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: field.labelId })
  const at = faultsAt(faults, name)
  const { '': own, ...inside } = at
  const fault: Fault | undefined = own ?? (field.showsInside ? undefined : Object.values(inside)[0])
  const hint = field.hintId && intl.formatMessage({ id: field.hintId })
  const describedBy = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <Form.Item
      className={field.wide ? 'form-field form-field-wide' : 'form-field'}
      label={label}
      htmlFor={id}
      required={required && !field.isNeverEmpty}
      {...(fault && { validateStatus: 'error' as const })}
      help={fault && <span id={`${id}-fault`}>{wordsOfFault(intl, fault, label)}</span>}
      extra={hint && <span id={`${id}-hint`}>{hint}</span>}
    >
      <field.Input
        id={id}
        value={value}
        values={values}
        faults={inside}
        label={label}
        disabled={disabled || (field.lockedWhen?.(values) ?? false)}
        onChange={onChange}
        onBlur={onBlur}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={describedBy || undefined}
        aria-required={required || undefined}
      />
    </Form.Item>
  )
}
