import { Form } from 'antd'
import { memo } from 'react'
import { useIntl } from 'react-intl'
import type { AnyField } from './describe.ts'
import type { Values } from './values/normalize.ts'
import type { FieldError, FieldErrors } from './values/fieldErrors.ts'
import { wordsOfError } from './values/errorWords.ts'

interface Props {
  id: string
  name: string
  field: AnyField
  value: unknown
  values: Values
  /** Errors of this field and inside its value, by relative path. */
  errors: FieldErrors
  required: boolean
  disabled: boolean
  onChange: (name: string, value: unknown) => void
  onBlur: (name: string) => void
}

const noValues: Values = {}

/** A field with its label, control, hint and error, linked for accessibility. */
export function FieldRow({ values, ...props }: Props) {
  const { field } = props
  const disabled = props.disabled || (field.lockedWhen?.(values) ?? false)
  // A field that does not read the other values is not redrawn when they change.
  return <Row {...props} disabled={disabled} values={field.isSelfContained ? noValues : values} />
}

const Row = memo(PlainRow, ({ errors: before, ...one }, { errors, ...other }) => {
  const names = Object.keys(one) as (keyof typeof one)[]
  return names.every((name) => Object.is(one[name], other[name])) && JSON.stringify(before) === JSON.stringify(errors)
})

function PlainRow({ id, name, field, value, values, errors, required, disabled, onChange, onBlur }: Props) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: field.labelId })
  const { '': own, ...inside } = errors
  const error: FieldError | undefined = own ?? (field.showsInside ? undefined : Object.values(inside)[0])
  const hint = field.hintId && intl.formatMessage({ id: field.hintId })
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <Form.Item
      className={field.isWide ? 'form-field form-field-wide' : 'form-field'}
      label={label}
      htmlFor={id}
      required={required && !field.isNeverEmpty}
      {...(error && { validateStatus: 'error' as const })}
      help={error && <span id={`${id}-error`}>{wordsOfError(intl, error, label)}</span>}
      extra={hint && <span id={`${id}-hint`}>{hint}</span>}
    >
      <field.Input
        id={id}
        value={value}
        values={values}
        errors={inside}
        label={label}
        disabled={disabled}
        onChange={(changed) => onChange(name, changed)}
        onBlur={() => onBlur(name)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy || undefined}
        aria-required={required || undefined}
      />
    </Form.Item>
  )
}
