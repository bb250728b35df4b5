import { z } from 'zod'
import { idSchema } from '#contract/calls/envelope.ts'
import { arrivalSchema, lineActions } from '#contract/projects/collateral.ts'

/** The value of a line's head, as it is kept. */
const priceSchema = z.object({ unitPrice: z.string(), pricedOn: z.string(), priceSource: z.string(), haircut: z.string() })
export type Price = z.infer<typeof priceSchema>

/** A change of a running project's collateral that waits for its bank. */
export const lineChangeSchema = z.object({
  action: z.enum(lineActions),
  lineId: idSchema,
  /** Of whoever asked: their names in the language that they read. */
  category: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** How its animals came; null where none come. */
  arrival: arrivalSchema.nullable(),
  /** Heads of the line before, and as they would be. */
  heads: z.object({ before: z.number().int(), after: z.number().int() }),
  /** Ear tags of the first that come. */
  tags: z.array(z.string()),
  /** Null: there was none, or none would be left. */
  before: priceSchema.nullable(),
  after: priceSchema.nullable(),
  reason: z.string().nullable(),
})
export type LineChange = z.infer<typeof lineChangeSchema>

export function priceOf({ unitPrice, pricedOn, priceSource, haircut }: Price): Price {
  return { unitPrice, pricedOn, priceSource, haircut }
}
