import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantSchema } from '../../calls/envelope.ts'
import { organisationAdminRoles } from '../../people/roles.ts'
import { ticketKindSchema } from '../../office/tickets.ts'
import { moneySchema } from '../../values/money.ts'
import { ratioSchema } from '../../values/ratios.ts'
import { coverageStates } from '../coverage.ts'
import { monitorStatusSchema } from '../days/dailyLogs.ts'
import { entryKindSchema } from '../ledgerEntries.ts'
import { coverageRatioSchema, fiveNumbers } from '../projectHeadcounts.ts'
import { newestSealSchema } from '../seals.ts'

/** The ledger's gain or loss by entries recorded today on the farms, in 7 days and in 30. */
const changes = { changeToday: z.number().int(), change7Days: z.number().int(), change30Days: z.number().int() }

/** A running project as a wall shows it. */
export const watchedProjectSchema = z.object({
  id: idSchema,
  code: z.string(),
  name: z.string(),
  borrowerOrgName: z.string().nullable(),
  endsOn: z.iso.date(),
  timeZone: z.string(),
  /** Those of its farms that the caller may see. */
  farmIds: z.array(idSchema),
  ...fiveNumbers,
  unverifiedValue: moneySchema,
  /** When the newest reading behind it was heard; null: none was. */
  lastHeardAt: instantSchema.nullable(),
  ...changes,
  /** The rest of the loan, and the value of its heads after haircut. */
  balance: moneySchema,
  value: moneySchema,
  ratio: coverageRatioSchema,
  state: z.enum(coverageStates),
  warningLine: ratioSchema,
  minimumLine: ratioSchema,
  headsToCure: z.number().int().nullable(),
  cashToCure: moneySchema.nullable(),
  /** How many days the oldest price of its heads is old, by the farm's days; null: it has no heads. */
  priceAgeDays: z.number().int().nullable(),
})
export type WatchedProject = z.infer<typeof watchedProjectSchema>

/** Projects whose coverage is below a line: how many, what is left of their loans, and what cures them. */
const belowSchema = z.object({ projects: z.number().int(), balance: moneySchema, headsToCure: z.number().int(), cashToCure: moneySchema })

export const projectTotalsSchema = z.object({
  projects: z.number().int(),
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  unverifiedValue: moneySchema,
  ...changes,
  balance: moneySchema,
  value: moneySchema,
  ratio: coverageRatioSchema,
  belowMinimum: belowSchema,
  belowWarning: belowSchema,
})
export type ProjectTotals = z.infer<typeof projectTotalsSchema>

/** An entry of a ledger, among the newest. */
export const postedSchema = z.object({ id: idSchema, projectId: idSchema, kind: entryKindSchema, heads: z.number().int(), hasDocument: z.boolean(), by: z.string().nullable(), at: instantSchema })
export type Posted = z.infer<typeof postedSchema>

const ofProject = { id: idSchema, projectId: idSchema, by: z.string().nullable(), at: instantSchema }

/** Other acts of the parties, each by the id of its record. */
export const doneSchema = z.discriminatedUnion('type', [
  /** A request of the project's that was decided, or withdrawn, which nobody decides. */
  z.object({ type: z.literal('DECIDED'), ...ofProject, kind: ticketKindSchema, state: z.enum(['APPROVED', 'REJECTED', 'WITHDRAWN']) }),
  /** A daily log. `handCount`: heads of the farm that were counted by hand; null: nobody counted all of them. */
  z.object({ type: z.literal('LOGGED'), ...ofProject, farmName: z.string(), day: z.iso.date(), monitorStatus: monitorStatusSchema, handCount: z.number().int().nullable(), photos: z.number().int() }),
  /** A day whose numbers were closed. */
  z.object({ type: z.literal('CLOSED'), ...ofProject, day: z.iso.date(), ledger: z.number().int(), unaccounted: z.number().int() }),
])
export type Done = z.infer<typeof doneSchema>

/** So many projects are told one by one, the gravest; the totals are of all. */
export const mostWatched = 200

export const projectMonitorEndpoints = ofNoun('projectMonitor', {
  shown: endpoint({
    method: 'GET',
    path: '/collateral/web/project/monitor',
    access: organisationAdminRoles,
    input: z.object({}),
    reply: z.object({
      /** Herd time of these numbers. */
      at: instantSchema,
      projects: z.array(watchedProjectSchema),
      totals: projectTotalsSchema,
      /** Heads of all of them every twelve hours of the last 30 days, and now, epoch ms. `heard` is null where not all were counted: a gap. */
      days: z.array(z.object({ at: z.number(), ledger: z.number().int(), heard: z.number().int().nullable() })),
      /** The newest entries of their ledgers, the newest first. */
      posted: z.array(postedSchema),
      /** The newest decisions, logs and closed days of them, the newest first. */
      done: z.array(doneSchema),
      /** The root of the newest sealed day; null: no day is sealed yet, or there is no project. */
      seal: newestSealSchema.nullable(),
    }),
    isCostly: true,
    summary: `The running projects of one’s own organisation at once, ${mostWatched} of them at the most, those at the greatest risk first.`,
  }),
})
