import { z } from 'zod'

/** 8 to 30 characters with a digit, a lower-case and an upper-case letter. */
const rule = /^(?=.*\d)(?=.*\p{Ll})(?=.*\p{Lu}).{8,30}$/su
/** A passphrase: 15 to 128 characters of any kind. */
const passphrase = /^.{15,128}$/su
const strongLength = 12

/** A new password or passphrase. The server additionally rejects common ones. */
export const passwordSchema = z
  .string()
  .max(200)
  .refine((password) => rule.test(password) || passphrase.test(password), 'weak')

export type PasswordStrength =
  | 'strong'
  | 'medium'
  | 'common'
  | 'lacksDigit'
  | 'lacksLowercase'
  | 'lacksUppercase'
  | 'tooShort'

/**
 * Rates a password while it is typed, or returns the first missing requirement; null when it is too long.
 * @param isCommon whether attackers try it first
 */
export function strengthOf(password: string, isCommon: boolean): PasswordStrength | null {
  const length = Array.from(password).length
  if (passphrase.test(password)) return isCommon ? 'common' : 'strong'
  if (length > 30) return null
  if (length < 8) return 'tooShort'
  if (!/\d/.test(password)) return 'lacksDigit'
  if (!/\p{Ll}/u.test(password)) return 'lacksLowercase'
  if (!/\p{Lu}/u.test(password)) return 'lacksUppercase'
  if (isCommon) return 'common'
  return length >= strongLength ? 'strong' : 'medium'
}
