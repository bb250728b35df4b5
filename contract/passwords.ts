import { z } from 'zod'

/** 8 to 30 characters with a digit, a lower-case and an upper-case letter. */
const rule = /^(?=.*\d)(?=.*\p{Ll})(?=.*\p{Lu}).{8,30}$/su
const strongLength = 12
const tooLong = /.{31}/su

/** A password that somebody chooses; whether it is among the common ones is for the server to say. */
export const passwordSchema = z.string().max(200).refine((password) => rule.test(password), 'weak')

export type PasswordStrength = 'strong' | 'medium' | 'tooShort'

/** How a password is rated while it is typed: what breaks the rule is too short, whatever it lacks; null for one too long. */
export function strengthOf(password: string): PasswordStrength | null {
  if (tooLong.test(password)) return null
  if (!rule.test(password)) return 'tooShort'
  return password.length >= strongLength ? 'strong' : 'medium'
}
