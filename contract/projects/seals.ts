import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { instantSchema } from '../calls/envelope.ts'
import { projectRoles } from './projectRoles.ts'

export const erasureReasons = ['PRIVACY', 'RETENTION', 'UNNAMED'] as const

export const sealSchema = z.object({
  /** 64 hexadecimal digits, as mailed to the parties. */
  root: z.string(),
  /** The day (UTC) that it seals. */
  day: z.string(),
  sealedAt: instantSchema,
  /** Whether every row of the day is what was sealed; null: no check has come to this day yet. */
  isIntact: z.boolean().nullable(),
  /** Whether that was computed again for this answer. Of a day with very many rows the newest check of the whole record (`record`) tells. */
  isCheckedNow: z.boolean(),
  /** Why rows of the day are no longer there. */
  erasedFor: z.array(z.enum(erasureReasons)),
  /** The newest check of the whole record, each hour; null: none yet. `brokenDay`: of the first row that does not fit, where it was sealed. */
  record: z.object({ checkedAt: instantSchema, isIntact: z.boolean(), brokenDay: z.string().nullable() }).nullable(),
  /** Since when the oldest row waits that is not sealed yet; null: none waits. */
  waitingSince: instantSchema.nullable(),
})
export type Seal = z.infer<typeof sealSchema>

/** Of one sealed day what its parties are mailed. */
export const newestSealSchema = sealSchema.pick({ root: true, day: true, sealedAt: true })

export const sealEndpoints = ofNoun('seals', {
  newest: endpoint({
    method: 'GET',
    path: '/collateral/web/seal/newest',
    access: projectRoles,
    input: z.object({}),
    reply: z.object({ seal: newestSealSchema.nullable() }),
    summary: 'The root of the newest sealed day, as it was mailed to the parties; null: no day is sealed yet.',
  }),
  verified: endpoint({
    method: 'GET',
    path: '/collateral/common/seal/{root}',
    access: 'public',
    input: z.object({ root: z.string().trim().toLowerCase().regex(/^[0-9a-f]{64}$/) }),
    reply: sealSchema,
    isCostly: true,
    summary: 'Whether the record of a day is what was sealed, by the root that its parties were mailed: for anybody who has it.',
  }),
})
