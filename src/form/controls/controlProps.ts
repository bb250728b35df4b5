/**
 * What a control takes: a value (none: null, undefined) and how to tell a new one. The rest binds it to its label and
 * its error; a `Form.Item` with a name hands in the same, so a control works in either.
 */
export interface ControlProps<T> {
  id?: string | undefined
  value?: T | null | undefined
  onChange?: ((value: T | null) => void) | undefined
  onBlur?: (() => void) | undefined
  disabled?: boolean
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}
