import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { lookupNamesSchema } from '../herd/lookups.ts'

/**
 * The effect of a ticket on a project: heads (`contracted`, `ledger`, `unverified`), money (`value`, `balance`), `coverage`, a ratio
 * with four places, and `requests`, the number of others that wait.
 */
export const ticketMeasures = ['contracted', 'ledger', 'unverified', 'value', 'coverage', 'balance', 'requests'] as const

export const ticketFigureSchema = z.object({
  measure: z.enum(ticketMeasures),
  /** Of `ledger`: the line whose heads they are, as it is at that moment; absent: of all lines. */
  line: z.object({ lineId: idSchema, names: lookupNamesSchema, unitPrice: z.string(), haircut: z.string() }).optional(),
  /** Decimal texts; null where there is none, or it can't be told. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Of `coverage`: the lines below which the bank is warned, and below which it may act. */
  lines: z.object({ warning: z.string(), minimum: z.string() }).optional(),
})
export type TicketFigure = z.infer<typeof ticketFigureSchema>

/** The effect of a ticket on one project. */
export const projectEffectSchema = z.object({ projectId: idSchema, projectCode: z.string(), figures: z.array(ticketFigureSchema) })
export type ProjectEffect = z.infer<typeof projectEffectSchema>
