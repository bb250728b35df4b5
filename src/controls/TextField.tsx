import './controls.css'
import type { InputHTMLAttributes, ReactNode } from 'react'
import type { BoundField } from './useFields.ts'

interface Props extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'children'
> {
  label: ReactNode
  field: BoundField
  /** Content next to the input, such as a button. */
  children?: ReactNode
}

/** Labelled input of a `useFields` form, with its error below. */
export function TextField({ label, field, children, type = 'text', ...input }: Props) {
  const { id, name, value, error, onChange, onBlur } = field
  const errorId = `${id}-error`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input
          {...input}
          id={id}
          name={name}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
        />
        {children}
      </div>
      {error !== null && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
