import { instantInputSchema } from '../calls/envelope.ts'

/**
 * A point in the past on two axes: what had happened by `happened`, as recorded by `recorded`. Without both, a call returns the present. If only one
 * is given, `recorded` defaults to now and `happened` to `recorded`.
 * An instant in the future or before the project's opening fails with BAD_SHAPE, which names the field.
 */
export const asOfInput = { happened: instantInputSchema.optional(), recorded: instantInputSchema.optional() }
