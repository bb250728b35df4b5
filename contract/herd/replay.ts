import { z } from 'zod'
import { alertSchema } from '../alerts/alerts.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { supervisorRoles } from '../people/roles.ts'
import { polygonSchema } from '../values/geo.ts'

/** Longest period of a track, days. */
export const maxTrackDays = 31
/** Maximum points of a track; a longer one is thinned. */
export const maxTrackPoints = 5000
/** Maximum fixes per page. */
export const maxFixes = 20_000
/** Maximum animals × steps in a herd's day; larger herds get longer steps. */
export const maxDaySamples = 1_000_000
/** Maximum animals in a snapshot of a farm. */
export const maxReplayAnimals = 40_000

/** Special values in the columns of a day. */
export const noPosition = -(2 ** 31)
export const notHeard = -1
export const inNoPen = 0
/** The animal was not a head of the farm in that step. */
export const notThere = -2

/** Milliseconds since 1970. */
const epochMs = z.number().int()
const days = z.number().int().min(1).max(maxTrackDays).default(1)
/** A day in the farm's time zone; defaults to today. */
const day = z.iso.date().optional()

/** A period shown together with positions; `clearedAt` and the end of a break are null while they last. */
const periodSchema = z.object({
  /** The first day, and the start and end of the period in the farm's time zone. */
  day: z.iso.date(),
  from: epochMs,
  to: epochMs,
  timeZone: z.string(),
  /** End of the available data: now, or `to`. */
  until: epochMs,
  /** Times without listening: the server was stopped, or the site was cut off. */
  breaks: z.array(z.object({ from: epochMs, to: epochMs.nullable(), why: z.enum(['SERVER', 'SITE']) })),
  /** Alerts raised within the period, or still open when it began. */
  alerts: z.array(
    z.object({
      ...alertSchema.pick({ id: true, kind: true, severity: true, subjectName: true, animalId: true }).shape,
      at: epochMs,
      clearedAt: epochMs.nullable(),
    }),
  ),
  /** Until when the readings of the first day are stored, and until when its hourly rows are. */
  readingsUntil: instantSchema,
  hoursUntil: instantSchema,
})
export type ReplayPeriod = z.infer<typeof periodSchema>

export const replayFarmSchema = z.object({
  id: idSchema,
  name: z.string(),
  boundary: polygonSchema,
  /** An animal silent for longer than this does not count as present. */
  windowMinutes: z.number().int(),
  pens: z.array(z.object({ id: idSchema, name: z.string(), polygon: polygonSchema })),
})
export type ReplayFarm = z.infer<typeof replayFarmSchema>

/** Where each animal was last heard before an instant, looking back a day, or the farm's window if longer. Columns of equal length. */
export const herdPlacesSchema = z.object({
  /** The pen it was in when last heard; null when in none. */
  penIds: z.array(idSchema.nullable()),
  /** Time of that; null when it was not heard. */
  heardAt: z.array(epochMs.nullable()),
  longitudes: z.array(z.number().nullable()),
  latitudes: z.array(z.number().nullable()),
})
export type HerdPlaces = z.infer<typeof herdPlacesSchema>

/** Little-endian 32-bit integers as base64, animal by animal, each with its steps in order. */
const columnSchema = z.string()

export const herdDaySchema = periodSchema.extend({
  farm: replayFarmSchema,
  stepMinutes: z.number().int(),
  /** Number of steps per animal. */
  steps: z.number().int(),
  animals: z.object({
    ids: z.array(idSchema),
    /** Visual ear tags; null when the record was deleted. */
    tags: z.array(z.string().nullable()),
    /** Where the animals were at the start of the day. */
    before: herdPlacesSchema,
    /** The last fix of a step, millionths of a degree; `noPosition` without one. */
    longitudes: columnSchema,
    latitudes: columnSchema,
    /** Id of the pen; or `inNoPen`, `notHeard` in that step, or `notThere`. */
    pens: columnSchema,
  }),
})
export type HerdDay = z.infer<typeof herdDaySchema>

/** Where each animal of a farm was at an instant; columns of equal length. */
export const herdMomentSchema = z.object({
  at: epochMs,
  /** Whether positions come from readings rather than from five-minute steps. */
  isExact: z.boolean(),
  animals: herdPlacesSchema.extend({
    ids: z.array(idSchema),
    tags: z.array(z.string().nullable()),
    /** The pen to which the animal was assigned. */
    keptIn: z.array(idSchema.nullable()),
  }),
})
export type HerdMoment = z.infer<typeof herdMomentSchema>

export const animalTrackSchema = periodSchema.extend({
  animal: z.object({ id: idSchema, visualTag: z.string() }),
  farms: z.array(replayFarmSchema),
  /** Whether it is made of readings, or of the last fix of every five minutes. */
  source: z.enum(['READINGS', 'STEPS']),
  /** Number of all fixes. When they exceed `maxTrackPoints`, the least significant are left out. */
  fixes: z.number().int(),
  /** Epoch ms and degrees, columns of equal length. */
  at: z.array(epochMs),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  /** Nothing is known between these points: no line is drawn and nothing moves. */
  gaps: z.array(z.object({ from: epochMs, to: epochMs })),
})
export type AnimalTrack = z.infer<typeof animalTrackSchema>

export const fixesSchema = z.object({
  source: z.enum(['READINGS', 'STEPS']),
  at: z.array(epochMs),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  accuraciesM: z.array(z.number().nullable()),
  /** The `after` of the next page; null on the last page. */
  next: epochMs.nullable(),
})
export type Fixes = z.infer<typeof fixesSchema>

export const replayEndpoints = ofNoun('replay', {
  day: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/replay/day',
    access: supervisorRoles,
    input: z.object({ farmId: idSchema, day }),
    reply: herdDaySchema,
    isCostly: true,
    summary: 'The day of a farm’s herd in steps: where each animal was last in each, and in which pen.',
  }),
  moment: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/replay/moment',
    access: supervisorRoles,
    input: z.object({ farmId: idSchema, at: instantInputSchema }),
    reply: herdMomentSchema,
    isCostly: true,
    summary: 'Who was where on a farm at an instant.',
  }),
  track: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/replay/track',
    access: supervisorRoles,
    input: z.object({ animalId: idSchema, day, days }),
    reply: animalTrackSchema,
    isCostly: true,
    summary: `The way of an animal in up to ${maxTrackDays} days, on the farms that the caller sees, in ${maxTrackPoints} points at the most; turns and the ends of gaps are kept.`,
  }),
  fixes: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/replay/fixes',
    access: supervisorRoles,
    input: z.object({ animalId: idSchema, day, days, after: instantInputSchema.optional() }),
    reply: fixesSchema,
    isCostly: true,
    summary: `Every fix of the same, page by page of ${maxFixes}.`,
  }),
})
