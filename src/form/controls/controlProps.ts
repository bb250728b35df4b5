interface Aria {
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/**
 * Props of a control: a value (null or undefined: empty), a callback for changes, and links to its label and error.
 * A `Form.Item` with a name passes the same props, so a control works in either kind of form.
 */
export interface ControlProps<T> extends Aria {
  id?: string | undefined
  value?: T | null | undefined
  onChange?: ((value: T | null) => void) | undefined
  onBlur?: (() => void) | undefined
  disabled?: boolean
}

/** Props that link the control of a described field to its label, hint and error. */
export interface Binding extends Aria {
  id: string
  onBlur: () => void
  disabled: boolean
}

/** Props of controls that only described fields use. */
export interface FieldControlProps<T> extends Binding {
  value: T | null | undefined
  onChange: (value: T | null) => void
}

/** Picks the binding from a control's props. */
export function bindingOf(props: Binding): Binding {
  const { id, onBlur, disabled } = props
  return {
    id,
    onBlur,
    disabled,
    'aria-invalid': props['aria-invalid'],
    'aria-describedby': props['aria-describedby'],
    'aria-required': props['aria-required'],
  }
}
