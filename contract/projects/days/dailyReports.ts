import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../../calls/envelope.ts'
import { moneySchema } from '../../values/money.ts'
import { coverageRatioSchema } from '../projectHeadcounts.ts'
import { reportRoles } from '../projectRoles.ts'

/** CLOSED means a person closed the day; its numbers are frozen and sealed. */
export const dayStates = ['CLOSED', 'OPEN'] as const
export type DayState = (typeof dayStates)[number]

/**
 * One day of a project, from its opening to yesterday or to its closing; today is included once closed. Numbers of a day that was not closed come
 * from its last sample; null without one.
 */
export const dailyReportSchema = z.object({
  /** Built from project and day by `reportIdOf`. */
  id: idSchema,
  projectId: idSchema,
  projectCode: z.string(),
  projectName: z.string(),
  /** Day on the project's farms, in their time zone. */
  day: z.iso.date(),
  timeZone: z.string(),
  state: z.enum(dayStates),
  contracted: z.number().int(),
  ledger: z.number().int().nullable(),
  heard: z.number().int().nullable(),
  unverified: z.number().int().nullable(),
  unaccounted: z.number().int().nullable(),
  windowMinutes: z.number().int().nullable(),
  /** Time of the numbers: the closing of the day, its last sample, or its end. */
  countedAt: instantSchema,
  /** Manual count of that day on all farms; null without one, or when the day was not closed. */
  handCount: z.number().int().nullable(),
  /** Net change of the ledger by entries recorded on that day. */
  change: z.number().int(),
  ratio: coverageRatioSchema,
  eligibleValue: moneySchema.nullable(),
  balance: moneySchema,
  closedBy: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  note: z.string().nullable(),
  /** The root that seals the closed numbers, used to verify them; null while unsealed. */
  root: z.string().nullable(),
})
export type DailyReport = z.infer<typeof dailyReportSchema>

/** Distance between the ids of two projects' reports of one day. */
export const reportIdSpan = 100_000
const dayMs = 86_400_000

/** Returns the id of a project's report of a day (ISO date). */
export const reportIdOf = (projectId: number, day: string): number => projectId * reportIdSpan + Date.parse(day) / dayMs

/** Splits an id of `reportIdOf` into project and day. */
export function parseReportId(id: number): { projectId: number; day: string } {
  return {
    projectId: Math.floor(id / reportIdSpan),
    day: new Date((id % reportIdSpan) * dayMs).toISOString().slice(0, 10),
  }
}

/** Path of a day's report as PDF: `POST` without a body. The reply is the file itself, without an envelope. */
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
      /** First and last day. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      ids: z.array(idSchema).max(1000).optional(),
    }),
    reply: listReply(dailyReportSchema),
    isCostly: true,
    summary: 'The days of the projects that the caller may see, newest first: closed and not closed.',
  }),
})
