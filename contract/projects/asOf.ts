import { instantInputSchema } from '../calls/envelope.ts'

/**
 * A moment of the past, on two axes: what had happened by `happened`, of what was recorded by `recorded`. Without either a call tells
 * of now; with one of them, `recorded` is now, or `happened` is the same. Nothing is known of later than now.
 */
export const asOfInput = { happened: instantInputSchema.optional(), recorded: instantInputSchema.optional() }
