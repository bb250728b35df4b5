import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, maxPeriodDays } from '../calls/envelope.ts'
import { quarantineRoles } from '../people/roles.ts'

export const ingestSummarySchema = z.object({
  from: instantSchema,
  to: instantSchema,
  /**
   * `result` is `stored` or a reject reason. `gateway` is as the sender wrote it: null when it named none, `*` for unknown ones beyond 20 per source
   * and hour. An empty `source` means the outside broker had no source of its own.
   */
  counts: z.array(
    z.object({
      source: z.string(),
      gateway: z.string().nullable(),
      gatewayId: idSchema.nullable(),
      result: z.string(),
      count: z.number().int(),
    }),
  ),
  totals: z.record(z.string(), z.number().int()),
})
export type IngestSummary = z.infer<typeof ingestSummarySchema>

export const ingestEndpoints = ofNoun('ingest', {
  summary: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/ingest/summary',
    access: quarantineRoles,
    input: z.object({ from: instantInputSchema.optional(), to: instantInputSchema.optional() }),
    reply: ingestSummarySchema,
    isCostly: true,
    summary: `Readings stored and not stored, by source, gateway and reason; the last 24 hours unless told, ${maxPeriodDays} days at the most. What no known gateway sent is told to who owns all farms that its source may speak for, and to the platform.`,
  }),
})
