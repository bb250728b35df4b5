import { z } from 'zod'
import { idSchema } from '#contract/calls/envelope.ts'
import { arrivalSchema, lineActions } from '#contract/projects/collateral.ts'

/** The price of one head of a line, as stored in a request. */
const priceSchema = z.object({
  unitPrice: z.string(),
  pricedOn: z.string(),
  priceSource: z.string(),
  haircut: z.string(),
})
export type Price = z.infer<typeof priceSchema>

/** A change of a running project's collateral that awaits its bank's approval. */
export const lineChangeSchema = z.object({
  action: z.enum(lineActions),
  lineId: idSchema,
  /** Category and unit as names, in the requester's language; readers get them in their own. */
  category: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** How its animals arrived; null when none are added. */
  arrival: arrivalSchema.nullable(),
  /** Heads of the line before and after the change. */
  heads: z.object({ before: z.number().int(), after: z.number().int() }),
  /** Ear tags of the first animals added. */
  tags: z.array(z.string()),
  /** Null when the line has no price before or after the change. */
  before: priceSchema.nullable(),
  after: priceSchema.nullable(),
  reason: z.string().nullable(),
})
export type LineChange = z.infer<typeof lineChangeSchema>

export function priceOf({ unitPrice, pricedOn, priceSource, haircut }: Price): Price {
  return { unitPrice, pricedOn, priceSource, haircut }
}
