import './controls.css'
import type { InputHTMLAttributes, ReactNode } from 'react'
import type { BoundField } from './useFields.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'children'> {
  label: ReactNode
  field: BoundField
  /** Beside the input: a button. */
  children?: ReactNode
}

/** A labelled input of a form of `useFields`, with what is wrong with it below. */
export function TextField({ label, field, children, type = 'text', ...input }: Props) {
  const { id, name, value, fault, onChange, onBlur } = field
  const faultId = `${id}-fault`
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
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
        />
        {children}
      </div>
      {fault !== null && (
        <p className="field-fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
