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

/** Net change of the ledger by entries recorded today in the farms' time zone, in 7 days and in 30. */
const changes = {
  changeToday: z.number().int(),
  /** Heads that entries recorded today added and removed, which the net change may hide. */
  gainedToday: z.number().int(),
  lostToday: z.number().int(),
  change7Days: z.number().int(),
  change30Days: z.number().int(),
}

/** A running project as a wall shows it. */
export const watchedProjectSchema = z.object({
  id: idSchema,
  code: z.string(),
  name: z.string(),
  borrowerOrgName: z.string().nullable(),
  endsOn: z.iso.date(),
  timeZone: z.string(),
  /** The project's farms that the caller may see. */
  farmIds: z.array(idSchema),
  ...fiveNumbers,
  unverifiedValue: moneySchema,
  /** Time of the newest reading behind the numbers; null without one. */
  lastHeardAt: instantSchema.nullable(),
  ...changes,
  /** `balance` is the remaining loan, `value` that of its heads after haircut. */
  balance: moneySchema,
  value: moneySchema,
  ratio: coverageRatioSchema,
  state: z.enum(coverageStates),
  warningLine: ratioSchema,
  minimumLine: ratioSchema,
  headsToCure: z.number().int().nullable(),
  cashToCure: moneySchema.nullable(),
  /** Age of the oldest price of its heads, days in the farm's time zone; null without heads. */
  priceAgeDays: z.number().int().nullable(),
})
export type WatchedProject = z.infer<typeof watchedProjectSchema>

/** Projects whose coverage is below a line: their number, remaining loans, and the heads or cash that cure them. */
const belowSchema = z.object({
  projects: z.number().int(),
  balance: moneySchema,
  headsToCure: z.number().int(),
  cashToCure: moneySchema,
})

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

/** One of the newest ledger entries. */
export const postedSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  kind: entryKindSchema,
  heads: z.number().int(),
  hasDocument: z.boolean(),
  by: z.string().nullable(),
  at: instantSchema,
})
export type Posted = z.infer<typeof postedSchema>

const ofProject = { id: idSchema, projectId: idSchema, by: z.string().nullable(), at: instantSchema }

/** Other actions of the parties; `id` is that of the record. */
export const doneSchema = z.discriminatedUnion('type', [
  /** A project request that was decided or withdrawn. Nobody decides a withdrawn one. */
  z.object({
    type: z.literal('DECIDED'),
    ...ofProject,
    kind: ticketKindSchema,
    state: z.enum(['APPROVED', 'REJECTED', 'WITHDRAWN']),
  }),
  /** A daily log. `handCount` is the manual count of the farm; null when it was not counted completely. */
  z.object({
    type: z.literal('LOGGED'),
    ...ofProject,
    farmName: z.string(),
    day: z.iso.date(),
    monitorStatus: monitorStatusSchema,
    handCount: z.number().int().nullable(),
    photos: z.number().int(),
  }),
  /** A day whose numbers were closed. */
  z.object({
    type: z.literal('CLOSED'),
    ...ofProject,
    day: z.iso.date(),
    ledger: z.number().int(),
    unaccounted: z.number().int(),
  }),
])
export type Done = z.infer<typeof doneSchema>

/** Maximum projects listed, highest risk first. The totals cover all projects. */
export const maxWatchedProjects = 200

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
      /**
       * Heads of all projects every twelve hours of the last 30 days, and now, epoch ms. `heard` is null (a gap) when some projects were not sampled.
       */
      days: z.array(z.object({ at: z.number(), ledger: z.number().int(), heard: z.number().int().nullable() })),
      /** Newest entries of the projects' ledgers, newest first. */
      posted: z.array(postedSchema),
      /** Newest decisions, logs and closed days of the projects, newest first. */
      done: z.array(doneSchema),
      /** Root of the newest sealed day; null when no day is sealed yet, or there is no project. */
      seal: newestSealSchema.nullable(),
    }),
    isCostly: true,
    summary: `The running projects of one’s own organisation at once, ${maxWatchedProjects} of them at the most, those at the greatest risk first.`,
  }),
})
