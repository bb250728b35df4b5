import { z } from 'zod'

/** An amount of money in replies: a decimal text with two places (`12000.00`), to avoid float rounding. */
export const moneySchema = z.string().regex(/^-?\d{1,16}\.\d{2}$/)

/** A quantity or share in replies: a decimal text (`1200.000`, `0.4000`), to avoid float rounding. */
export const decimalSchema = z.string().regex(/^-?\d{1,16}(\.\d{1,6})?$/)

/** An amount of money in requests: not negative, at most two places. */
export const moneyInputSchema = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, 'money')
  .max(40)
