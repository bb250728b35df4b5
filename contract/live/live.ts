import { z } from 'zod'
import type { alertSchema } from '../alerts/alerts.ts'
import { idSchema } from '../calls/envelope.ts'
import { gatewayStateSchema } from '../herd/gateways.ts'
import { firstDayCounts } from '../herd/headcounts.ts'
import type { Notice, NoticeCounts } from '../office/notices.ts'
import { rejectReasonSchema } from '../herd/readings.ts'

/** Interval between two delta frames of a farm, ms. */
export const tickMs = 100
/** Interval between two `status` events, ms. They are the heartbeat that shows a screen it is live. */
export const statusMs = 1000
/** Interval between two heartbeats of a wall, ms. */
export const wallBeatMs = 10_000
/** Time without any event after which a screen's content is stale, ms. */
export const staleAfterMs = 4000

/** The animals in the slots of a farm's frames. Sent with a snapshot. */
export const rosterSchema = z.object({
  farmId: idSchema,
  animalIds: z.array(idSchema),
  visualTags: z.array(z.string()),
  /** Assigned pen of each animal, regardless of its position; 0 for no pen. */
  penIds: z.array(z.number().int().nonnegative()),
})
export type Roster = z.infer<typeof rosterSchema>

/** State of a part of the server that screens show, and its start (herd time, epoch ms). */
const partSchema = z.object({ up: z.boolean(), since: z.number() })

/**
 * Why an outside broker delivers nothing: no connection, a certificate that is not trusted, no answer to pings, user and password or topics
 * refused, or no source that its messages could be attributed to.
 */
export const brokerFaults = [
  'UNREACHABLE',
  'UNTRUSTED',
  'SILENT',
  'LOGIN_REFUSED',
  'SUBSCRIPTION_REFUSED',
  'NO_SOURCE',
] as const
export type BrokerFault = (typeof brokerFaults)[number]

/** A detected fault of the server's clock. */
const clockFaultSchema = z.object({
  /** How far the clock is ahead, ms; negative when behind. */
  aheadMs: z.number(),
  /** When it was detected, herd time, epoch ms. */
  since: z.number(),
})
export type ClockFault = z.infer<typeof clockFaultSchema>

export const statusSchema = z.object({
  /** Herd time of the server when sent, epoch ms. */
  herdAt: z.number(),
  /** Herd milliseconds per machine millisecond: 1, or the speed of a replay. */
  speed: z.number(),
  /** `closedSince`: when the database stopped accepting new connections while open ones may still work. */
  database: partSchema.extend({ closedSince: z.number().optional() }),
  broker: partSchema.extend({ fault: z.enum(brokerFaults).optional() }),
  /** Present while the server's clock is wrong. */
  clock: clockFaultSchema.optional(),
})
export type Status = z.infer<typeof statusSchema>

export const liveHeadcountSchema = z.object({
  farmId: idSchema,
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  ...firstDayCounts,
  windowMinutes: z.number().int(),
  /** Neckbands below the low-battery level, and all worn neckbands. */
  lowBattery: z.number().int(),
  neckbands: z.number().int(),
  /** Time of the count, herd time, epoch ms. */
  at: z.number(),
  /** When the newest reading behind the numbers was heard, herd time, epoch ms; null without one. */
  lastHeardAt: z.number().nullable(),
})
export type LiveHeadcount = z.infer<typeof liveHeadcountSchema>

export const liveGatewaySchema = z.object({
  gatewayId: idSchema,
  farmId: idSchema,
  state: gatewayStateSchema,
  lastSeenAt: z.number().nullable(),
  /** How far its clock is behind, ms; negative: ahead; absent: it is right, or its messages do not show it. */
  clockBehindMs: z.number().optional(),
})
export type LiveGateway = z.infer<typeof liveGatewaySchema>

/** Rates of a farm's readings over the last minute. */
export const liveRateSchema = z.object({
  farmId: idSchema,
  /** Readings per second that were stored, and that were rejected. */
  storedPerSecond: z.number(),
  rejectedPerSecond: z.number(),
  /** Set when nothing was stored but something was rejected: the newest reason, and the name of its source, if it has one. */
  refused: z.object({ reason: rejectReasonSchema, source: z.string().nullable() }).nullable(),
})
export type LiveRate = z.infer<typeof liveRateSchema>

/** Why a session ended. */
export const endReasons = [
  'SIGNED_OUT',
  'EXPIRED',
  'DISABLED',
  'PASSWORD_CHANGED',
  'ROLE_CHANGED',
  'ENDED_ELSEWHERE',
] as const
export type EndReason = (typeof endReasons)[number]

/**
 * Events from the server. `snapshot` carries a roster and a frame. `delta` carries the frames of one tick, one for each changed farm (see frames.ts).
 * `behind` informs a slow client that it received only the newest state. `ended`: the session is over.
 */
export interface ServerEvents {
  snapshot: (roster: Roster, frame: ArrayBuffer) => void
  delta: (frames: ArrayBuffer) => void
  status: (status: Status) => void
  headcounts: (headcounts: LiveHeadcount[]) => void
  gateways: (gateways: LiveGateway[]) => void
  rates: (rates: LiveRate[]) => void
  alerts: (alerts: z.infer<typeof alertSchema>[]) => void
  behind: (skippedFrames: number) => void
  /** Farms that the session may see; sent on connection and on change. Data of other farms must be dropped. */
  farms: (farmIds: number[]) => void
  sceneChanged: () => void
  /** Records of these nouns, named as in the endpoint table, changed. Their lists must be reloaded. */
  recordsChanged: (nouns: string[]) => void
  /** The caller's name or rights changed and must be reloaded. */
  accountChanged: () => void
  /** A new notice, or null when only the counts changed. */
  notices: (counts: NoticeCounts, notice: Notice | null) => void
  ended: (reason: EndReason) => void
}

/**
 * Requests of a client. `watch` names the farms in view, with the last epoch and sequence of each farm that the client already has. The server
 * continues from there if it can, else it sends a snapshot.
 * The acknowledgement of `watch` lists farms that may not be watched. Rate-limited requests are answered in turn, or at once when a newer one
 * replaces them.
 * `alertsSince` returns the alerts changed since an earlier answer, by its `asOf`, or all open ones when it is empty or too many changed (see
 * `AlertsAnswer`).
 * `wall` is sent by the monitor of a paired wall every `wallBeatMs` when it has painted recent data, and once with false when it is left for another
 * page. Other sessions' `wall` is ignored.
 */
export const watchSchema = z.object({
  farms: z
    .array(z.object({ farmId: idSchema, epoch: z.number().int().optional(), sequence: z.number().int().optional() }))
    .max(1000),
})
export type Watch = z.infer<typeof watchSchema>

export interface AlertsAnswer {
  alerts: z.infer<typeof alertSchema>[]
  /** Whether these are all open alerts; the client must drop any others. */
  isAll: boolean
  /** Up to where the changes of these alerts are complete, for the next request. */
  asOf: string
}

export interface ClientEvents {
  watch: (watch: Watch, reply: (answer: { refused: number[] }) => void) => void
  alertsSince: (asOf: string, reply: (answer: AlertsAnswer) => void) => void
  wall: (isShown: boolean) => void
}

/** Path of the socket on the server. */
export const livePath = '/live'
