import { z } from 'zod'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { minuteOfDaySchema } from '../duty/notificationSettings.ts'
import { ruleKinds, severities, severitySchema } from './alertKinds.ts'
import { subjectTypes } from './alerts.ts'

/** Alerts per hour that one operator can handle. */
export const targetPerHour = 6
/** Number of alerts within a time that makes a flood. */
export const floodThreshold = { alerts: 10, minutes: 10 } as const
/** Target mix of severities, percent. MINOR and INFO count as one. */
export const targetMix = { CRITICAL: 5, MAJOR: 15, MINOR: 80 } as const
/** Age from which an open alert counts as standing, hours. */
export const standingHours = 24

/** Hours of the day shift, in the farm's time zone, on farms without a roster. The rest is the night shift. */
export const dayShiftHours = { from: 8, to: 20 } as const

const counted = { count: z.number().int() }
const ofSubject = {
  kind: z.enum(ruleKinds),
  severity: severitySchema,
  subjectType: z.enum(subjectTypes),
  subjectName: z.string(),
  farmName: z.string(),
}

/** A shift of the rosters that watch farms, minutes since midnight. One that ends at or before its start ends on the next day. */
export const loadShiftSchema = z.object({
  /** The roster's name; null for the day and night shifts of farms without a roster. */
  roster: z.string().nullable(),
  from: minuteOfDaySchema,
  to: minuteOfDaySchema,
})
export type LoadShift = z.infer<typeof loadShiftSchema>

export const alertLoadSchema = z.object({
  /** The requested month, as in 2026-05. It starts and ends in each farm's time zone. */
  month: z.string(),
  /** The current month on the farm whose local time is furthest ahead. */
  present: z.string(),
  alerts: z.number().int(),
  /** Start and end of the month across the farms: the earliest and the latest. */
  from: instantSchema,
  to: instantSchema,
  /** Alerts sent to each operator in the last hour, busiest first. Lists operators who received any this month, and only shifts in which they did. */
  operators: z.array(
    z.object({
      name: z.string(),
      lastHour: z.number().int(),
      month: z.number().int(),
      shifts: z.array(z.object({ shift: z.number().int(), count: z.number().int(), perHour: z.number() })),
    }),
  ),
  /** Alerts raised in the last hour on all farms. */
  lastHour: z.number().int(),
  /** Days of the month that have begun on at least one farm. */
  days: z.array(z.object({ day: z.iso.date(), ...counted })),
  shifts: z.array(loadShiftSchema.extend({ ...counted, perHour: z.number() })),
  /** Alerts raised while nobody was on shift. */
  outsideShifts: z.number().int(),
  /** How often ten alerts came within ten minutes. */
  floods: z.number().int(),
  severities: z.array(z.object({ severity: z.enum(severities), ...counted })),
  /** The ten rules, by kind and farm, and the ten animals with the most alerts. */
  rules: z.array(z.object({ kind: z.enum(ruleKinds), farmName: z.string(), ...counted })),
  animals: z.array(z.object({ animalId: idSchema, subjectName: z.string(), farmName: z.string(), ...counted })),
  /** The ten subjects with the most flaps. */
  chattering: z.array(z.object({ ...ofSubject, flaps: z.number().int() })),
  /** Alerts open for more than a day, as of now: their number and the ten oldest. */
  standing: z.object({
    ...counted,
    oldest: z.array(z.object({ id: idSchema, ...ofSubject, raisedAt: instantSchema })),
  }),
})
export type AlertLoad = z.infer<typeof alertLoadSchema>

export const alertLoadEndpoints = ofNoun('alertLoads', {
  summary: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/alert/load',
    access: supervisorRoles,
    input: z.object({
      /** Defaults to the current month. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .max(7)
        .optional(),
    }),
    reply: alertLoadSchema,
    summary:
      'The load of a month’s alerts: per operator and shift, floods, the noisiest rules and animals, chattering, what stands, and the mix of severities.',
    isCostly: true,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/collateral/web/alert/load/mine',
    access: supervisorRoles,
    input: z.object({}),
    reply: z.object({ lastHour: z.number().int() }),
    summary: 'How many alerts the caller was told of in the last hour.',
  }),
})
