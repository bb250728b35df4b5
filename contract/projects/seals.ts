import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { instantSchema } from '../calls/envelope.ts'
import { projectRoles } from './projectRoles.ts'

export const erasureReasons = ['PRIVACY', 'RETENTION', 'UNNAMED'] as const

export type ErasureReason = (typeof erasureReasons)[number]

export const sealSchema = z.object({
  /** 64 hexadecimal digits, as mailed to the parties. */
  root: z.string(),
  /** The sealed day, in UTC. */
  day: z.string(),
  sealedAt: instantSchema,
  /** Whether every row of the day matches its seal; null when no check has reached this day. */
  isIntact: z.boolean().nullable(),
  /** Whether the day was verified for this reply. For days with very many rows, the result comes from the newest full check (`record`). */
  isCheckedNow: z.boolean(),
  /** Why rows of the day were erased. */
  erasedFor: z.array(z.enum(erasureReasons)),
  /** The newest full check, which runs hourly; null before the first. `brokenDay` is the sealed day of the first mismatching row. */
  record: z.object({ checkedAt: instantSchema, isIntact: z.boolean(), brokenDay: z.string().nullable() }).nullable(),
  /** Since when the oldest unsealed row has been waiting; null when all rows are sealed. */
  waitingSince: instantSchema.nullable(),
})
export type Seal = z.infer<typeof sealSchema>

/** The part of a sealed day that is mailed to its parties. */
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
    input: z.object({
      root: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[0-9a-f]{64}$/)
        .max(64),
    }),
    reply: sealSchema,
    isCostly: true,
    summary:
      'Whether the record of a day is what was sealed, by the root that its parties were mailed: for anybody who has it.',
  }),
})
