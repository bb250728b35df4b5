import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { lookupNamesSchema } from '../herd/lookups.ts'

/**
 * Effect of a ticket on a project: heads (`contracted`, `ledger`, `unverified`), money (`value`, `balance`), `coverage` as a ratio with four places,
 * and `requests`, the number of other pending requests. `outside` and `alerts` are about the heads concerned: how many are outside their farm by an
 * alert in force, and how many alerts about them are open. `repaid` and `writtenOff` are what the bank said of the money owed at a closing.
 */
export const ticketMeasures = [
  'contracted',
  'ledger',
  'unverified',
  'value',
  'coverage',
  'balance',
  'requests',
  'outside',
  'alerts',
  'repaid',
  'writtenOff',
] as const

export const ticketFigureSchema = z.object({
  measure: z.enum(ticketMeasures),
  /** For `ledger`: the line that the heads belong to, as it was at that time. Absent for all lines together. */
  line: z.object({ lineId: idSchema, names: lookupNamesSchema, unitPrice: z.string(), haircut: z.string() }).optional(),
  /** Decimal texts; null when there is no value or it is unknown. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For `coverage`: the lines below which the bank is warned, and below which it may act. */
  lines: z.object({ warning: z.string(), minimum: z.string() }).optional(),
})
export type TicketFigure = z.infer<typeof ticketFigureSchema>

/** The effect of a ticket on one project. */
export const projectEffectSchema = z.object({
  projectId: idSchema,
  projectCode: z.string(),
  figures: z.array(ticketFigureSchema),
})
export type ProjectEffect = z.infer<typeof projectEffectSchema>
