import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema, maxPeriodDays } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { moneySchema } from '../values/money.ts'
import { ratioSchema } from '../values/ratios.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/**
 * The five numbers of a project, in its window. `ledger` = heard + unverified + unaccounted, always. `unverified`: silent, and
 * an outage or a break in listening explains it.
 */
export const fiveNumbers = {
  contracted: z.number().int(),
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  windowMinutes: z.number().int(),
}

/** The newest heads counted by hand of a project's farms. */
export const handCountSchema = z.object({
  heads: z.number().int(),
  /** The oldest of the counts behind it. */
  day: z.iso.date(),
  /** How many of the project's farms are in it. */
  farms: z.number().int(),
  /** Heads that are kept on those farms now, pledged or not: a person counts all of them. Null: not known, or the project is closed. */
  kept: z.number().int().nullable(),
})
export type HandCount = z.infer<typeof handCountSchema>

/** The coverage of a loan; null where nothing is owed. */
export const coverageRatioSchema = ratioSchema.nullable()

export const projectHeadcountSchema = z.object({
  ...fiveNumbers,
  at: instantSchema,
  /** When the newest reading behind it was heard; null: none was. */
  lastHeardAt: instantSchema.nullable(),
  /** Heads on the ledger that were noted missing: they count as no value. */
  missing: z.number().int(),
  /** The value of the unverified and of the unaccounted heads after haircut. */
  unverifiedValue: moneySchema,
  unaccountedValue: moneySchema,
  /** The ledger's gain or loss by entries noted today, and in 30 days. */
  changeToday: z.number().int(),
  change30Days: z.number().int(),
  /** The day on the project's farms, and their zone. */
  day: z.iso.date(),
  timeZone: z.string(),
  /** When the day was closed. */
  closedAt: instantSchema.nullable(),
  /** Unaccounted heads that nobody has explained today. */
  unexplained: z.number().int(),
  farmIds: z.array(idSchema),
  /** Null: nobody counted yet. */
  handCount: handCountSchema.nullable(),
})
export type ProjectHeadcount = z.infer<typeof projectHeadcountSchema>

const path = '/collateral/common/project/{id}/headcount'

export const projectHeadcountEndpoints = ofNoun('projectHeadcounts', {
  shown: endpoint({ method: 'GET', path, access: projectRoles, input: idInput.extend(asOfInput), reply: projectHeadcountSchema, isCostly: true, summary: 'The five numbers of a project now, or at a moment of the past.' }),
  trend: endpoint({
    method: 'GET',
    path: `${path}/trend`,
    access: projectRoles,
    input: idInput.extend({ days: z.coerce.number().int().min(1).max(maxPeriodDays).default(30), ...asOfInput }),
    reply: z.object({
      stepMinutes: z.number().int(),
      windowMinutes: z.number().int(),
      /** Epoch ms of each sample; a step that is missing was not measured and is drawn as a gap. */
      at: z.array(z.number()),
      ledger: z.array(z.number().int()),
      heard: z.array(z.number().int()),
      unverified: z.array(z.number().int()),
      ratio: z.array(coverageRatioSchema),
      from: z.number(),
      to: z.number(),
      /** Site outages of its farms that overlap the period, epoch ms. */
      outages: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
    }),
    isCostly: true,
    summary: `Headcount and coverage of a project over the last days, or those before a moment of the past or before it was closed, each as it was measured then; ${maxPeriodDays} days at the most.`,
  }),
})
