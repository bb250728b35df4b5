import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { ruleKinds, severitySchema } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { idInput, recordFields, recordInput } from '../calls/records.ts'
import { dutyAdminRoles, dutyRoles } from '../people/roles.ts'
import { minuteOfDaySchema, zoneNameSchema } from './notificationSettings.ts'

/** Maximum layers of a roster. Layers are notified in order, starting with 1. */
export const maxLayers = 5

const shiftSchema = z.object({
  layer: z.number().int().min(1).max(maxLayers),
  personId: idSchema,
  /** 1 is Monday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: minuteOfDaySchema,
  /** If not after `from`, the shift ends on the next day. */
  to: minuteOfDaySchema,
})
export type Shift = z.infer<typeof shiftSchema>

const onDutySchema = z.object({
  layer: z.number().int(),
  personId: idSchema,
  name: z.string(),
  /** The absent person whose shift they cover; null for their own shift. */
  insteadOf: z.string().nullable(),
})

export const rosterSchema = z.object({
  ...recordFields,
  name: z.string(),
  timeZone: z.string(),
  /** Empty: all farms of the organisation. */
  watchedFarms: z.array(z.object({ id: idSchema, name: z.string() })),
  shifts: z.array(shiftSchema.extend({ name: z.string() })),
  /** People on shift now. */
  now: z.array(onDutySchema),
  lastHandOver: z.object({ at: instantSchema, by: z.string() }).nullable(),
})
export type Roster = z.infer<typeof rosterSchema>

export const rosterStandInSchema = z.object({
  id: idSchema,
  awayName: z.string(),
  coverName: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  isNow: z.boolean(),
})
export type RosterStandIn = z.infer<typeof rosterStandInSchema>

const rostersSchema = z.object({
  list: z.array(rosterSchema),
  /** Current and future ones. */
  standIns: z.array(rosterStandInSchema),
  /** People who can be put on a roster, and farms that a roster can watch. */
  people: z.array(z.object({ id: idSchema, name: z.string(), isAdministrator: z.boolean() })),
  farms: z.array(z.object({ id: idSchema, name: z.string(), timeZone: z.string() })),
})

/** A part of a week during which the same person is on shift in a layer. */
const spanSchema = onDutySchema.extend({ from: instantSchema, to: instantSchema })
export type RosterSpan = z.infer<typeof spanSchema>

/** An alert that was open at a hand-over. */
const openAlertSchema = z.object({
  id: idSchema,
  kind: z.enum(ruleKinds),
  severity: severitySchema,
  subjectName: z.string(),
  farmName: z.string(),
  raisedAt: instantSchema,
  acknowledgedBy: z.string().nullable(),
})
export const handOverSchema = z.object({
  id: idSchema,
  at: instantSchema,
  by: z.string(),
  note: z.string(),
  openAlerts: z.array(openAlertSchema),
  openCount: z.number().int(),
})
export type HandOver = z.infer<typeof handOverSchema>

/** Maximum open alerts listed in a hand-over note; its count includes all. */
export const maxHandedOverAlerts = 500

const path = '/collateral/web/roster'
const admin = dutyAdminRoles

export const rosterEndpoints = ofNoun('rosters', {
  list: endpoint({
    method: 'GET',
    path: `${path}/list`,
    access: dutyRoles,
    input: z.object({}),
    reply: rostersSchema,
    summary: 'The organisation’s rosters, who is on shift now, and who stands in for whom.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: `${path}/addOrEdit`,
    access: admin,
    input: z.object({
      ...recordInput,
      name: nameSchema(100),
      timeZone: zoneNameSchema,
      watchedFarmIds: z.array(idSchema).max(1000),
      shifts: z.array(shiftSchema).max(200),
    }),
    reply: rosterSchema,
    summary: 'Adds a roster, or changes one with all of its shifts. 409 CONFLICT for a stale version.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/del/{id}`,
    access: admin,
    input: idInput,
    reply: z.object({}),
    summary: 'Takes a roster away; its hand-over notes are kept.',
  }),
  week: endpoint({
    method: 'GET',
    path: `${path}/{id}/week`,
    access: dutyRoles,
    input: idInput.extend({ from: z.iso.date() }),
    reply: z.object({ list: z.array(spanSchema), begins: instantSchema, ends: instantSchema }),
    summary: 'Who is on shift when, in the seven days from a day on, in the roster’s time zone.',
  }),
  addStandIn: endpoint({
    method: 'PUT',
    path: `${path}/standIn/add`,
    access: admin,
    input: z
      .object({
        awayPersonId: idSchema,
        coverPersonId: idSchema,
        startsAt: instantInputSchema,
        endsAt: instantInputSchema,
      })
      .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], message: 'before_start' })
      .refine(({ awayPersonId, coverPersonId }) => awayPersonId !== coverPersonId, {
        path: ['coverPersonId'],
        message: 'invalid',
      }),
    reply: rostersSchema.pick({ standIns: true }),
    summary:
      'Puts somebody in another’s place on all rosters for a while. 409 CONFLICT where that one is away already.',
  }),
  endStandIn: endpoint({
    method: 'POST',
    path: `${path}/standIn/{standInOfRosterId}/end`,
    access: admin,
    input: z.object({ standInOfRosterId: z.coerce.number().pipe(idSchema) }),
    reply: rostersSchema.pick({ standIns: true }),
    summary: 'Ends it at once.',
  }),
  handOvers: endpoint({
    method: 'GET',
    path: `${path}/{id}/handOvers`,
    access: dutyRoles,
    input: idInput,
    reply: z.object({ list: z.array(handOverSchema) }),
    summary: 'The last 50 hand-over notes of a roster, the newest first.',
  }),
  handOver: endpoint({
    method: 'POST',
    isPersonal: true,
    path: `${path}/{id}/handOver`,
    access: dutyRoles,
    input: idInput.extend({ note: z.string().trim().max(4000).default('') }),
    reply: handOverSchema,
    summary:
      'Hands the shift over: keeps a note with all alerts of the roster’s farms that are open now. It is never changed.',
  }),
})
