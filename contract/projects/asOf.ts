import { instantInputSchema } from '../calls/envelope.ts'

/**
 * A moment of the past, on two axes: what had happened by `happened`, of what was recorded by `recorded`. Without either a call tells
 * of now; with one of them, `recorded` is now, or `happened` is the same. One that is
 * still to come, or before the project was opened, is BAD_SHAPE, and its field says so.
 */
export const asOfInput = { happened: instantInputSchema.optional(), recorded: instantInputSchema.optional() }
