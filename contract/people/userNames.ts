import { z } from 'zod'
import { isPlainName } from '../values/names.ts'

/** A user name chosen at registration or in an invitation. */
export const userNameSchema = z
  .string()
  .trim()
  .min(2)
  .max(50)
  .regex(/^[\p{L}\p{N}._@-]+$/u, 'user_name')
  .refine(isPlainName, 'name')
