import type { MessageId } from '../locale/languages.ts'
import type { AnyField, Field, FieldOptions, FieldsOf } from './describe.ts'
import type { Values } from './values/normalize.ts'
import { FieldRow } from './FieldRow.tsx'
import { Shown } from './RecordDetails.tsx'
import { isUnset } from './values/normalize.ts'
import { errorsAt, type FieldErrors } from './values/fieldErrors.ts'

type Fields = [name: string, field: AnyField][]
const valuesIn = (value: object | null | undefined): Values => Object.fromEntries(Object.entries(value ?? {}))
const toFields = (fields: object) => Object.entries(fields) as Fields

/** A value of several fields, such as a tag's scheme and number; empty when all fields are. */
export function group<V, T extends object>(
  labelId: MessageId,
  fields: FieldsOf<T>,
  options: FieldOptions<V, T> = {},
): Field<V, T> {
  const parts = toFields(fields)
  return {
    isWide: true,
    ...options,
    labelId,
    showsInside: true,
    isSelfContained: true,
    Show: ({ value }) => <ShownParts parts={parts} values={valuesIn(value)} />,
    Input: ({ id, value, onChange, onBlur, disabled, errors, label }) => (
      <div role="group" aria-label={label} className="form-part">
        <Parts
          {...{ id, parts, disabled, errors, onBlur }}
          values={valuesIn(value)}
          onChange={(values) => onChange(Object.values(values).every(isUnset) ? null : (values as T))}
        />
      </div>
    ),
  }
}

interface PartsProps {
  id: string
  parts: Fields
  values: Values
  errors: FieldErrors
  disabled: boolean
  onChange: (values: Values) => void
  onBlur: () => void
}

function Parts({ id, parts, values, errors, disabled, onChange, onBlur }: PartsProps) {
  return parts.map(
    ([name, field]) =>
      (field.shownWhen?.(values) ?? true) && (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          {...{ name, field, values, disabled, onBlur }}
          errors={errorsAt(errors, name)}
          value={values[name]}
          required={false}
          onChange={(_name, value) => onChange({ ...values, [name]: value, ...field.changesWith?.(value, values) })}
        />
      ),
  )
}

function ShownParts({ parts, values }: { parts: Fields; values: Values }) {
  return parts
    .filter(([name]) => !isUnset(values[name]))
    .map(([name, field]) => (
      <span key={name} className="form-shown-part">
        <Shown field={field} value={values[name]} />
      </span>
    ))
}
