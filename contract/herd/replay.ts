import { z } from 'zod'
import { alertSchema } from '../alerts/alerts.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { supervisorRoles } from '../people/roles.ts'
import { polygonSchema } from '../values/geo.ts'

/** The longest period of a track, days. */
export const maxTrackDays = 31
/** Points that a track has at the most; a longer one is thinned. */
export const maxTrackPoints = 5000
/** Fixes that a page of them has at the most. */
export const maxFixes = 20_000
/** Animals times steps that a day of a herd has at the most: of a large herd the steps are longer. */
export const maxDaySamples = 1_000_000
/** Animals that a picture of a farm has at the most. */
export const maxReplayAnimals = 40_000

/** In the columns of a day. */
export const noPosition = -(2 ** 31)
export const notHeard = -1
export const inNoPen = 0
/** It was no head of the farm in that step. */
export const notThere = -2

/** Milliseconds since 1970. */
const epochMs = z.number().int()
const days = z.number().int().min(1).max(maxTrackDays).default(1)
/** A day on the farm; absent: the present one. */
const day = z.iso.date().optional()

/** A period that is shown beside positions. `to` is null where it goes on. */
const periodSchema = z.object({
  /** The first day, and the instants at which the period begins and ends, as the farm's clocks have it. */
  day: z.iso.date(),
  from: epochMs,
  to: epochMs,
  timeZone: z.string(),
  /** The end of what there is: now, or `to`. */
  until: epochMs,
  /** Times in which nobody listened: the server was stopped, or the site was cut off. */
  breaks: z.array(z.object({ from: epochMs, to: epochMs.nullable(), why: z.enum(['SERVER', 'SITE']) })),
  /** Those that were raised in it, and those that were still open when it began. */
  alerts: z.array(
    z.object({ ...alertSchema.pick({ id: true, kind: true, severity: true, subjectName: true, animalId: true }).shape, at: epochMs, clearedAt: epochMs.nullable() }),
  ),
  /** Until when the readings of the first day are kept, and what is kept of them by the hour. */
  readingsUntil: instantSchema,
  hoursUntil: instantSchema,
})
export type ReplayPeriod = z.infer<typeof periodSchema>

export const replayFarmSchema = z.object({
  id: idSchema,
  name: z.string(),
  boundary: polygonSchema,
  /** An animal that was not heard for longer does not count as there. */
  windowMinutes: z.number().int(),
  pens: z.array(z.object({ id: idSchema, name: z.string(), polygon: polygonSchema })),
})
export type ReplayFarm = z.infer<typeof replayFarmSchema>

/** Where each animal was heard last before an instant, within a day or the farm's window where that is longer; columns of the same length. */
export const herdPlacesSchema = z.object({
  /** The pen it was in when it was last heard; null: in none. */
  penIds: z.array(idSchema.nullable()),
  /** When that was; null: it was not heard. */
  heardAt: z.array(epochMs.nullable()),
  longitudes: z.array(z.number().nullable()),
  latitudes: z.array(z.number().nullable()),
})
export type HerdPlaces = z.infer<typeof herdPlacesSchema>

/** Little-endian 32-bit integers as base64, animal after animal, each with its steps one after the other. */
const columnSchema = z.string()

export const herdDaySchema = periodSchema.extend({
  farm: replayFarmSchema,
  stepMinutes: z.number().int(),
  /** Steps of an animal. */
  steps: z.number().int(),
  animals: z.object({
    ids: z.array(idSchema),
    /** Visual ear tags; null: its record is gone. */
    tags: z.array(z.string().nullable()),
    /** Where they were when the day began. */
    before: herdPlacesSchema,
    /** The last fix of a step in millionths of a degree; `noPosition`: none. */
    longitudes: columnSchema,
    latitudes: columnSchema,
    /** The id of the pen; `inNoPen`, `notHeard` in that step, or `notThere`. */
    pens: columnSchema,
  }),
})
export type HerdDay = z.infer<typeof herdDaySchema>

/** Where each animal of a farm was at an instant; columns of the same length. */
export const herdMomentSchema = z.object({
  at: epochMs,
  /** Whether it is told from the readings themselves; else from steps of five minutes. */
  isExact: z.boolean(),
  animals: herdPlacesSchema.extend({
    ids: z.array(idSchema),
    tags: z.array(z.string().nullable()),
    /** The pen it was kept in. */
    keptIn: z.array(idSchema.nullable()),
  }),
})
export type HerdMoment = z.infer<typeof herdMomentSchema>

export const animalTrackSchema = periodSchema.extend({
  animal: z.object({ id: idSchema, visualTag: z.string() }),
  farms: z.array(replayFarmSchema),
  /** Whether it is made of readings, or of the last fix of every five minutes. */
  source: z.enum(['READINGS', 'STEPS']),
  /** Fixes there are; of more than `maxTrackPoints`, those that matter least are left out. */
  fixes: z.number().int(),
  /** Epoch ms, degrees: columns of the same length. */
  at: z.array(epochMs),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  /** Between these points nothing is known: no line is drawn, and nothing moves. */
  gaps: z.array(z.object({ from: epochMs, to: epochMs })),
})
export type AnimalTrack = z.infer<typeof animalTrackSchema>

export const fixesSchema = z.object({
  source: z.enum(['READINGS', 'STEPS']),
  at: z.array(epochMs),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  accuraciesM: z.array(z.number().nullable()),
  /** The `after` of the next page; null: that was all. */
  next: epochMs.nullable(),
})
export type Fixes = z.infer<typeof fixesSchema>

export const replayEndpoints = ofNoun('replay', {
  day: endpoint({
    method: 'POST',
    path: '/collateral/web/replay/day',
    access: supervisorRoles,
    input: z.object({ farmId: idSchema, day }),
    reply: herdDaySchema,
    isCostly: true,
    summary: 'The day of a farm’s herd in steps: where each animal was last in each, and in which pen.',
  }),
  moment: endpoint({
    method: 'POST',
    path: '/collateral/web/replay/moment',
    access: supervisorRoles,
    input: z.object({ farmId: idSchema, at: instantInputSchema }),
    reply: herdMomentSchema,
    isCostly: true,
    summary: 'Who was where on a farm at an instant.',
  }),
  track: endpoint({
    method: 'POST',
    path: '/collateral/web/replay/track',
    access: supervisorRoles,
    input: z.object({ animalId: idSchema, day, days }),
    reply: animalTrackSchema,
    isCostly: true,
    summary: `The way of an animal in up to ${maxTrackDays} days, on the farms that the caller sees, in ${maxTrackPoints} points at the most; turns and the ends of gaps are kept.`,
  }),
  fixes: endpoint({
    method: 'POST',
    path: '/collateral/web/replay/fixes',
    access: supervisorRoles,
    input: z.object({ animalId: idSchema, day, days, after: instantInputSchema.optional() }),
    reply: fixesSchema,
    isCostly: true,
    summary: `Every fix of the same, page by page of ${maxFixes}.`,
  }),
})
