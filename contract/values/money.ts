import { z } from 'zod'

/** An amount of money in answers: a decimal text with two places (`12000.00`), which no binary float has rounded. */
export const moneySchema = z.string().regex(/^-?\d{1,16}\.\d{2}$/)

/** A quantity or a share in answers: a decimal text (`1200.000`, `0.4000`), which no binary float has rounded. */
export const decimalSchema = z.string().regex(/^-?\d{1,16}(\.\d{1,6})?$/)

/** An amount of money as it is sent: nothing less than zero, two places at the most. */
export const moneyInputSchema = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'money')
