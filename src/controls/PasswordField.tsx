import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from './Button.tsx'
import { TextField } from './TextField.tsx'
import type { BoundField } from './useFields.ts'

/** Password input that can reveal its text. */
export function PasswordField({
  label,
  field,
  autoComplete,
}: {
  label: ReactNode
  field: BoundField
  autoComplete: string
}) {
  const intl = useIntl()
  const [shown, setShown] = useState(false)
  return (
    <TextField label={label} field={field} type={shown ? 'text' : 'password'} autoComplete={autoComplete}>
      <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
        {intl.formatMessage({ id: shown ? 'password.hide' : 'password.show' })}
      </Button>
    </TextField>
  )
}
