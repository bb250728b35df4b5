interface Aria {
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/**
 * The props of a control: a value (none: null, undefined) and how to tell a new one. The rest binds it to its label and
 * its error; a `Form.Item` with a name hands in the same, so a control works in either.
 */
export interface ControlProps<T> extends Aria {
  id?: string | undefined
  value?: T | null | undefined
  onChange?: ((value: T | null) => void) | undefined
  onBlur?: (() => void) | undefined
  disabled?: boolean
}

/** Props that bind the control of a described field to its label, its hint and its error. */
export interface Binding extends Aria {
  id: string
  onBlur: () => void
  disabled: boolean
}

/** Props of a control that only described fields use. */
export interface FieldControlProps<T> extends Binding {
  value: T | null | undefined
  onChange: (value: T | null) => void
}

/** The binding among all that a field's control is given. */
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
