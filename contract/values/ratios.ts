import { z } from 'zod'

/** A ratio in replies: a decimal text with four places (`1.2000`), to avoid float rounding. */
export const ratioSchema = z.string().regex(/^-?\d{1,16}\.\d{4}$/)

/** A coverage line in requests: above zero, below a hundred, at most four places. */
export const lineInputSchema = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,2}(\.\d{1,4})?$/, 'ratio')
  .max(20)
