import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema, maxPeriodDays } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { firstDayCounts } from '../herd/headcounts.ts'
import { moneySchema } from '../values/money.ts'
import { ratioSchema } from '../values/ratios.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/**
 * The five numbers of a project within its window. `ledger` always equals heard + unverified + unaccounted. Unverified heads are silent, explained by
 * an outage, a permit or a listening break.
 */
export const fiveNumbers = {
  contracted: z.number().int(),
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  windowMinutes: z.number().int(),
}

/** The newest manual counts of a project's farms, summed. */
export const handCountSchema = z.object({
  heads: z.number().int(),
  /** Day of the oldest count included. */
  day: z.iso.date(),
  /** Number of the project's farms included. */
  farms: z.number().int(),
  /** Heads now kept on those farms, pledged or not, which is what a manual count covers. Null when unknown, or when the project is closed. */
  kept: z.number().int().nullable(),
})
export type HandCount = z.infer<typeof handCountSchema>

/** Coverage of a loan; null when nothing is owed. */
export const coverageRatioSchema = ratioSchema.nullable()

export const projectHeadcountSchema = z.object({
  ...fiveNumbers,
  ...firstDayCounts,
  at: instantSchema,
  /** Time of the newest reading behind the numbers; null without one. */
  lastHeardAt: instantSchema.nullable(),
  /** Heads on the ledger that are reported missing; they have no value. */
  missing: z.number().int(),
  /** Heard heads that are outside their farm by an alert in force. */
  outside: z.number().int(),
  /** Value of the unverified and the unaccounted heads after haircut. */
  unverifiedValue: moneySchema,
  unaccountedValue: moneySchema,
  /** Net change of the ledger by entries recorded today, and in 30 days. */
  changeToday: z.number().int(),
  /** Heads that entries recorded today added and removed, which the net change may hide. */
  gainedToday: z.number().int(),
  lostToday: z.number().int(),
  change30Days: z.number().int(),
  /** Today on the project's farms, and their time zone. */
  day: z.iso.date(),
  timeZone: z.string(),
  /** Time at which the day was closed. */
  closedAt: instantSchema.nullable(),
  /** Unaccounted heads without an explanation today. */
  unexplained: z.number().int(),
  farmIds: z.array(idSchema),
  /** Null when no manual count exists. */
  handCount: handCountSchema.nullable(),
})
export type ProjectHeadcount = z.infer<typeof projectHeadcountSchema>

const path = '/collateral/common/project/{id}/headcount'

export const projectHeadcountEndpoints = ofNoun('projectHeadcounts', {
  shown: endpoint({
    method: 'GET',
    path,
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: projectHeadcountSchema,
    isCostly: true,
    summary: 'The five numbers of a project now, or at a moment of the past.',
  }),
  trend: endpoint({
    method: 'GET',
    path: `${path}/trend`,
    access: projectRoles,
    input: idInput.extend({ days: z.coerce.number().int().min(1).max(maxPeriodDays).default(30), ...asOfInput }),
    reply: z.object({
      stepMinutes: z.number().int(),
      windowMinutes: z.number().int(),
      /** Epoch ms of each sample; a missing step was not measured and is drawn as a gap. */
      at: z.array(z.number()),
      ledger: z.array(z.number().int()),
      heard: z.array(z.number().int()),
      unverified: z.array(z.number().int()),
      ratio: z.array(coverageRatioSchema),
      from: z.number(),
      to: z.number(),
      /** Site outages of the project's farms that overlap the period, epoch ms. */
      outages: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
    }),
    isCostly: true,
    summary: `Headcount and coverage of a project over the last days, or those before a moment of the past or before it was closed, each as it was measured then; ${maxPeriodDays} days at the most.`,
  }),
})
