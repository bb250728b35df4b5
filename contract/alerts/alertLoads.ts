import { z } from 'zod'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { minuteOfDaySchema } from '../duty/notificationSettings.ts'
import { ruleKinds, severities, severitySchema } from './alertKinds.ts'
import { subjectTypes } from './alerts.ts'

/** The load that one operator can take, alerts an hour. */
export const targetPerHour = 6
/** So many alerts in so many minutes are a flood. */
export const floodOf = { alerts: 10, minutes: 10 } as const
/** The mix of severities to aim at, percent; MINOR and INFO count as one. */
export const targetMix = { CRITICAL: 5, MAJOR: 15, MINOR: 80 } as const
/** Standing for longer an alert is no news, hours. */
export const standingHours = 24

/** Where no roster watches a farm, a day's shift begins and ends at these hours of its time; the night's is the rest. */
export const dayShiftHours = { from: 8, to: 20 } as const

const counted = { count: z.number().int() }
const ofSubject = { kind: z.enum(ruleKinds), severity: severitySchema, subjectType: z.enum(subjectTypes), subjectName: z.string(), farmName: z.string() }

/** A stretch of a day of the rosters that watch farms, minutes since midnight; one that ends at or before its beginning ends on the next day. */
export const loadShiftSchema = z.object({
  /** The roster’s name; null: by day and by night, where a farm has none. */
  roster: z.string().nullable(),
  from: minuteOfDaySchema,
  to: minuteOfDaySchema,
})
export type LoadShift = z.infer<typeof loadShiftSchema>

export const alertLoadSchema = z.object({
  /** Which one: 2026-05. It begins and ends by each farm's clocks. */
  month: z.string(),
  /** The month that it is where it is latest: on the farm whose clocks are ahead of the others’. */
  present: z.string(),
  alerts: z.number().int(),
  /** From when to when it lasts on one of the farms. */
  from: instantSchema,
  to: instantSchema,
  /** Told to each operator in the last hour, those with the most first; only who was told of any this month. By shift only those in which they were told of any. */
  operators: z.array(z.object({ name: z.string(), lastHour: z.number().int(), month: z.number().int(), shifts: z.array(z.object({ shift: z.number().int(), count: z.number().int(), perHour: z.number() })) })),
  /** Raised in the last hour on all farms. */
  lastHour: z.number().int(),
  /** Those that have begun on one of the farms. */
  days: z.array(z.object({ day: z.iso.date(), ...counted })),
  shifts: z.array(loadShiftSchema.extend({ ...counted, perHour: z.number() })),
  /** Raised while nobody was on shift. */
  outsideShifts: z.number().int(),
  /** How often ten alerts came within ten minutes. */
  floods: z.number().int(),
  severities: z.array(z.object({ severity: z.enum(severities), ...counted })),
  /** The ten rules, by kind and farm, and the ten animals with the most alerts. */
  rules: z.array(z.object({ kind: z.enum(ruleKinds), farmName: z.string(), ...counted })),
  animals: z.array(z.object({ animalId: idSchema, subjectName: z.string(), farmName: z.string(), ...counted })),
  /** The ten that flapped most. */
  chattering: z.array(z.object({ ...ofSubject, flaps: z.number().int() })),
  /** Those that stand for more than a day, as of now: how many, and the ten oldest. */
  standing: z.object({ ...counted, oldest: z.array(z.object({ id: idSchema, ...ofSubject, raisedAt: instantSchema })) }),
})
export type AlertLoad = z.infer<typeof alertLoadSchema>

export const alertLoadEndpoints = ofNoun('alertLoads', {
  summary: endpoint({
    method: 'POST',
    path: '/collateral/web/alert/load',
    access: supervisorRoles,
    input: z.object({
      /** The present one unless told. */
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/).optional(),
    }),
    reply: alertLoadSchema,
    summary: 'The load of a month’s alerts: per operator and shift, floods, the noisiest rules and animals, chattering, what stands, and the mix of severities.',
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
