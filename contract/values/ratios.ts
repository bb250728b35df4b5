import { z } from 'zod'

/** A ratio in answers: a decimal text with four places (`1.2000`), which no binary float has rounded. */
export const ratioSchema = z.string().regex(/^-?\d{1,16}\.\d{4}$/)

/** A line that a ratio is held against, as it is sent: more than zero, less than a hundred, four places at the most. */
export const lineInputSchema = z.string().regex(/^(?=.*[1-9])\d{1,2}(\.\d{1,4})?$/, 'ratio')
