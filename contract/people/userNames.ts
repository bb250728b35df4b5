import { z } from 'zod'

/** A user name chosen at registration or in an invitation. */
export const userNameSchema = z
  .string()
  .trim()
  .min(2)
  .max(50)
  .regex(/^[\p{L}\p{N}._@-]+$/u, 'user_name')
