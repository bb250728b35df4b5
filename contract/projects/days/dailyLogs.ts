import { z } from 'zod'
import { severitySchema, ruleKinds } from '../../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../../calls/envelope.ts'
import { timeZoneSchema } from '../../herd/farms.ts'
import { roleSchema } from '../../people/roles.ts'
import { polygonSchema } from '../../values/geo.ts'
import { asOfInput } from '../asOf.ts'
import { logWriterRoles, projectRoles } from '../projectRoles.ts'

export const monitorStatuses = ['NORMAL', 'ABNORMAL'] as const
export const monitorStatusSchema = z.enum(monitorStatuses)
export type MonitorStatus = z.infer<typeof monitorStatusSchema>

export const maxLogPhotos = 12
export const maxLogTextLength = 4000
/** Maximum heads in one manual count, and maximum pens of a farm. */
export const maxHandCount = 1_000_000
const maxPens = 1000

const headsSchema = z.number().int().min(0).max(maxHandCount)

/** The log of one day of a project's farm. It is immutable; a correction is another log. */
export const dailyLogSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  timeZone: timeZoneSchema,
  /** In the farm's time zone. */
  day: z.iso.date(),
  author: z.string(),
  monitorStatus: monitorStatusSchema,
  /** Manual count of the whole farm; null when it was not counted completely. */
  handCount: headsSchema.nullable(),
  text: z.string(),
  photoCount: z.number().int(),
  /** Time on the phone's clock. */
  writtenAt: instantSchema,
  /** Time on the server's clock. */
  receivedAt: instantSchema,
  /** The log arrived after the end of its day. */
  isLate: z.boolean(),
  correctsId: idSchema.nullable(),
  correctedById: idSchema.nullable(),
})
export type DailyLog = z.infer<typeof dailyLogSchema>

const placeFields = {
  longitude: z.number().min(-180).max(180).nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  accuracyM: z.number().min(0).max(1e7).nullable(),
}

export const dailyLogDetailSchema = dailyLogSchema.extend({
  boundary: polygonSchema,
  counts: z.array(z.object({ farmSlotId: idSchema, name: z.string(), heads: headsSchema })),
  /** `takenAt` is on the phone's clock, `receivedAt` on the server's. */
  photos: z.array(z.object({ imageId: z.uuid(), ...placeFields, takenAt: instantSchema, receivedAt: instantSchema })),
  /** Whether the caller may add a correction. */
  canCorrect: z.boolean(),
})
export type DailyLogDetail = z.infer<typeof dailyLogDetailSchema>

/** Data about a farm's day that prefills a daily log. */
export const farmDaySchema = z.object({
  farmId: idSchema,
  name: z.string(),
  timeZone: timeZoneSchema,
  /** Today in the farm's time zone. */
  day: z.iso.date(),
  windowMinutes: z.number().int(),
  ledger: z.number().int(),
  heard: z.number().int(),
  pens: z.array(z.object({ id: idSchema, name: z.string(), ledger: z.number().int(), heard: z.number().int() })),
  /** Open alerts, most severe first. `alertCount` includes those left out of the list. */
  alerts: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(ruleKinds),
      severity: severitySchema,
      subjectName: z.string(),
      sinceAt: instantSchema,
    }),
  ),
  alertCount: z.number().int(),
  /** The last manual count and its day. */
  lastCount: z.object({ heads: headsSchema, day: z.iso.date() }).nullable(),
})
export type FarmDay = z.infer<typeof farmDaySchema>

export const logProjectSchema = z.object({
  id: idSchema,
  code: z.string(),
  name: z.string(),
  farms: z.array(z.string()),
})
export type LogProject = z.infer<typeof logProjectSchema>

export const projectDaySchema = logProjectSchema
  .omit({ farms: true })
  .extend({ at: instantSchema, farms: z.array(farmDaySchema) })
export type ProjectDay = z.infer<typeof projectDaySchema>

const writerSchema = z.object({
  userId: idSchema,
  displayName: z.string(),
  role: roleSchema.nullable(),
  organisationName: z.string().nullable(),
})
export const logWriterSchema = writerSchema.extend({
  /** A project manager of the supervisor; cannot be added or removed. */
  isAlways: z.boolean(),
  addedBy: z.string().nullable(),
  addedAt: instantSchema.nullable(),
})
export type LogWriter = z.infer<typeof logWriterSchema>
const writersReply = z.object({
  list: z.array(logWriterSchema),
  /** Users of the project whom the caller may add. */
  candidates: z.array(writerSchema),
})

const projectId = z.coerce.number().pipe(idSchema)
const projectInput = z.object({ id: projectId })
const writerInput = z.object({ projectId, userId: z.coerce.number().pipe(idSchema) })
const ofProject = '/collateral/common/project/{id}/dailylog'
const ofWeb = '/collateral/web/project/{id}/dailylog'
const writerPath = '/collateral/web/project/{projectId}/dailylog/user/{userId}'

export const dailyLogInputSchema = z.object({
  id: projectId,
  /** A UUID generated once per log by the writer's device. A repeated upload returns the stored log. */
  key: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .max(36),
  farmId: idSchema,
  day: z.iso.date(),
  monitorStatus: monitorStatusSchema,
  /** Count of the whole farm; not allowed with `counts`. If `counts` name every pen with animals, their sum is used. */
  handCount: headsSchema.nullable(),
  counts: z.array(z.object({ farmSlotId: idSchema, heads: headsSchema })).max(maxPens),
  text: z.string().trim().max(maxLogTextLength),
  /** Images uploaded by the caller. */
  photos: z.array(z.object({ imageId: z.uuid(), ...placeFields, takenAt: instantInputSchema })).max(maxLogPhotos),
  writtenAt: instantInputSchema,
  correctsId: idSchema.nullable(),
})

/** Maximum age of a log's day, days. */
const oldestLogDays = 366
const dayMs = 86_400_000

/**
 * Returns why a log of a day is rejected; null when it is accepted.
 * @param day ISO date
 * @param today ISO date on the farm
 */
export function logDayFault(day: string, today: string): 'future' | 'too_old' | null {
  if (day > today) return 'future'
  return Date.parse(today) - Date.parse(day) > oldestLogDays * dayMs ? 'too_old' : null
}

export const dailyLogEndpoints = ofNoun('dailyLogs', {
  list: endpoint({
    method: 'POST',
    path: `${ofProject}/list`,
    access: projectRoles,
    input: listInput(['id', 'day', 'receivedAt'], {
      id: projectId,
      monitorStatus: z.enum(['ALL', ...monitorStatuses]).optional(),
      ...asOfInput,
    }),
    reply: listReply(dailyLogSchema),
    summary: 'The daily logs of a project, the newest day first. `ALL` is no filter.',
  }),
  add: endpoint({
    method: 'POST',
    path: `${ofProject}/new`,
    access: logWriterRoles,
    input: dailyLogInputSchema,
    reply: dailyLogDetailSchema,
    summary:
      'Adds a daily log of a running project, or one that corrects another; late after the end of its day. Sent again with the same `key` it is answered, and not added twice. 409 CONFLICT names `correctsId` where another log corrects that one already.',
  }),
  details: endpoint({
    method: 'GET',
    path: `${ofProject}/{logId}/details`,
    access: projectRoles,
    input: z.object({ id: projectId, logId: z.coerce.number().pipe(idSchema), ...asOfInput }),
    reply: dailyLogDetailSchema,
    summary: 'One daily log, with its counts and photos.',
  }),
  writers: endpoint({
    method: 'GET',
    path: `${ofWeb}/authUserList`,
    access: projectRoles,
    input: projectInput,
    reply: writersReply,
    summary: 'Who may write the daily logs of a project.',
  }),
  addWriter: endpoint({
    method: 'PUT',
    path: writerPath,
    access: ['SUPERVISOR_PM'],
    input: writerInput,
    reply: writersReply,
    summary: 'Lets a user of the project write its daily logs.',
  }),
  removeWriter: endpoint({
    method: 'DELETE',
    path: writerPath,
    access: ['SUPERVISOR_PM'],
    input: writerInput,
    reply: writersReply,
    summary: 'Takes that back. What they wrote stays.',
  }),
  projects: endpoint({
    method: 'GET',
    path: '/collateral/web/dailylog/projects',
    access: logWriterRoles,
    input: z.object({}),
    reply: z.object({ list: z.array(logProjectSchema) }),
    summary: 'The running projects whose daily logs the caller may write.',
  }),
  day: endpoint({
    method: 'GET',
    path: `${ofWeb}/day`,
    access: logWriterRoles,
    input: projectInput,
    reply: projectDaySchema,
    isCostly: true,
    summary: 'What is known of today on the farms of a running project, to begin a daily log with.',
  }),
})
