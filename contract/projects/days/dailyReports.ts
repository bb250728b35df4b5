import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../../calls/envelope.ts'
import { moneySchema } from '../../values/money.ts'
import { coverageRatioSchema } from '../projectHeadcounts.ts'
import { reportRoles } from '../projectRoles.ts'

/** Whether somebody closed the day: its numbers are frozen then, and sealed. */
export const dayStates = ['CLOSED', 'OPEN'] as const
export type DayState = (typeof dayStates)[number]

/**
 * A day of a project, from its opening to yesterday, or to its closing; today once it is closed. Of a day that nobody closed the
 * numbers are those of its last sample: null where none was taken.
 */
export const dailyReportSchema = z.object({
  /** Made of project and day: `reportIdOf`. */
  id: idSchema,
  projectId: idSchema,
  projectCode: z.string(),
  projectName: z.string(),
  /** On the project's farms, in their zone. */
  day: z.iso.date(),
  timeZone: z.string(),
  state: z.enum(dayStates),
  contracted: z.number().int(),
  ledger: z.number().int().nullable(),
  heard: z.number().int().nullable(),
  unverified: z.number().int().nullable(),
  unaccounted: z.number().int().nullable(),
  windowMinutes: z.number().int().nullable(),
  /** When the numbers are of: the closing of the day, its last sample, or its end. */
  countedAt: instantSchema,
  /** Heads counted by hand on that day on all farms; null: they were not, or the day was not closed. */
  handCount: z.number().int().nullable(),
  /** The ledger's gain or loss by entries noted on that day. */
  change: z.number().int(),
  ratio: coverageRatioSchema,
  eligibleValue: moneySchema.nullable(),
  balance: moneySchema,
  closedBy: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  note: z.string().nullable(),
  /** The root that seals the closed numbers, and what it is checked by; null: none does yet. */
  root: z.string().nullable(),
})
export type DailyReport = z.infer<typeof dailyReportSchema>

/** Between the ids of two projects' reports of one day. */
export const reportIdSpan = 100_000
const dayMs = 86_400_000

/** The id of a project's report of a day (ISO date). */
export const reportIdOf = (projectId: number, day: string): number => projectId * reportIdSpan + Date.parse(day) / dayMs

/** What `reportIdOf` made an id of. */
export function ofReportId(id: number): { projectId: number; day: string } {
  return { projectId: Math.floor(id / reportIdSpan), day: new Date((id % reportIdSpan) * dayMs).toISOString().slice(0, 10) }
}

/** Where the report of a day is got as a PDF, by `POST` without a body: no envelope but the file itself. */
export const dailyReportPath = '/collateral/web/report/{id}/pdf'
export const dailyReportContentType = 'application/pdf'

export const dailyReportEndpoints = ofNoun('dailyReports', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/report/list',
    access: reportRoles,
    input: listInput(['id', 'day'], {
      projectId: idSchema.optional(),
      state: z.enum(dayStates).optional(),
      /** The first and the last day. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      ids: z.array(idSchema).max(1000).optional(),
    }),
    reply: listReply(dailyReportSchema),
    isCostly: true,
    summary: 'The days of the projects that the caller may see, newest first: closed and not closed.',
  }),
})
