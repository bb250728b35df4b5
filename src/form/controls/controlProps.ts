/** What binds a control to its label, its hint and its error. */
export interface Binding {
  id?: string | undefined
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/**
 * What a control takes: a value (none: null, undefined), how to tell a new one, and what binds it. A `Form.Item` with a
 * name hands in the same, so a control works in either.
 */
export interface ControlProps<T> extends Binding {
  value?: T | null | undefined
  onChange?: ((value: T | null) => void) | undefined
}

/** The binding among all that a field's control is given. */
export function bindingOf(props: Binding) {
  const { id, onBlur, disabled = false } = props
  return {
    id,
    onBlur,
    disabled,
    'aria-invalid': props['aria-invalid'],
    'aria-describedby': props['aria-describedby'],
    'aria-required': props['aria-required'],
  }
}
