import { z } from 'zod'
import type { alertSchema } from '../alerts/alerts.ts'
import { idSchema } from '../calls/envelope.ts'
import { gatewayStateSchema } from '../herd/gateways.ts'
import type { Notice, NoticeCounts } from '../office/notices.ts'
import { rejectReasonSchema } from '../herd/readings.ts'

/** Milliseconds between two delta frames of a farm. */
export const tickMs = 100
/** Milliseconds between two `status` events: the heartbeat by which a screen knows that it is live. */
export const statusMs = 1000
/** Milliseconds between two signs of life of a wall. */
export const wallBeatMs = 10_000
/** Without any event for so long, what is on the screen is stale. */
export const staleAfterMs = 4000

/** The animals in the slots of a farm's frames. Sent with a snapshot. */
export const rosterSchema = z.object({
  farmId: idSchema,
  animalIds: z.array(idSchema),
  visualTags: z.array(z.string()),
  /** The pen that each is kept in, wherever it is now; 0: none. */
  penIds: z.array(z.number().int().nonnegative()),
})
export type Roster = z.infer<typeof rosterSchema>

/** A part of the server that a screen has to know about, and since when (herd time, epoch ms) it is as it is. */
const partSchema = z.object({ up: z.boolean(), since: z.number() })

/**
 * Why nothing comes from an outside broker: no connection, no answer to pings, a refusal of user and password or of the
 * topics, or no source that its messages could count for, so that each of them is refused.
 */
export const brokerFaults = ['UNREACHABLE', 'SILENT', 'LOGIN_REFUSED', 'SUBSCRIPTION_REFUSED', 'NO_SOURCE'] as const
export type BrokerFault = (typeof brokerFaults)[number]

/** A known fault of the server's clock. */
const clockFaultSchema = z.object({
  /** By how much it is ahead of what it should say, ms; negative: behind. */
  aheadMs: z.number(),
  /** When it was noticed, herd time, epoch ms. */
  since: z.number(),
})
export type ClockFault = z.infer<typeof clockFaultSchema>

export const statusSchema = z.object({
  /** Herd time at the server when this was sent, epoch ms. */
  herdAt: z.number(),
  /** Herd milliseconds per machine millisecond: 1, or a replay's speed. */
  speed: z.number(),
  /** `closedSince`: since when it lets no new connection in, while those that are open may work on. */
  database: partSchema.extend({ closedSince: z.number().optional() }),
  broker: partSchema.extend({ fault: z.enum(brokerFaults).optional() }),
  /** While the server's clock can't be right. */
  clock: clockFaultSchema.optional(),
})
export type Status = z.infer<typeof statusSchema>

export const liveHeadcountSchema = z.object({
  farmId: idSchema,
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  windowMinutes: z.number().int(),
  /** Neckbands under the low-battery level, and worn neckbands in all. */
  lowBattery: z.number().int(),
  neckbands: z.number().int(),
  /** When it was counted, herd time, epoch ms. */
  at: z.number(),
  /** When the newest reading behind it was heard, herd time, epoch ms; null: none yet. */
  lastHeardAt: z.number().nullable(),
})
export type LiveHeadcount = z.infer<typeof liveHeadcountSchema>

export const liveGatewaySchema = z.object({
  gatewayId: idSchema,
  farmId: idSchema,
  state: gatewayStateSchema,
  lastSeenAt: z.number().nullable(),
})
export type LiveGateway = z.infer<typeof liveGatewaySchema>

/** How much comes in of a farm, over the last minute. */
export const liveRateSchema = z.object({
  farmId: idSchema,
  /** Readings a second that were stored, and that were not. */
  storedPerSecond: z.number(),
  rejectedPerSecond: z.number(),
  /** Where nothing was stored and something was rejected: the newest reason, and the name of the source that sent it, if it has one. */
  refused: z.object({ reason: rejectReasonSchema, source: z.string().nullable() }).nullable(),
})
export type LiveRate = z.infer<typeof liveRateSchema>

/** Why a session is over. */
export const endReasons = ['SIGNED_OUT', 'EXPIRED', 'DISABLED', 'PASSWORD_CHANGED', 'ENDED_ELSEWHERE'] as const
export type EndReason = (typeof endReasons)[number]

/**
 * Events that the server sends over the socket. `snapshot` carries a roster and a frame, `delta` the frames of one tick, one of
 * each farm that changed (see frames.ts).
 * `behind` tells a slow client that it was given only the newest state. `ended`: the session is over.
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
  /** The farms that the session may see: with each connection, and when they change. What is of other farms is to be dropped. */
  farms: (farmIds: number[]) => void
  sceneChanged: () => void
  /** Records of these nouns (as the endpoint table calls them) changed: lists of them are to be read again. */
  recordsChanged: (nouns: string[]) => void
  /** The caller's name or rights have changed: to be read again. */
  accountChanged: () => void
  /** A new notice, or null where only the counts changed. */
  notices: (counts: NoticeCounts, notice: Notice | null) => void
  ended: (reason: EndReason) => void
}

/**
 * Requests of a client. `watch` names the farms in view and, for each one it already has, the epoch and sequence it
 * has got to: the server goes on from there if it can, else it sends a snapshot. The acknowledgement says which farms
 * it may not watch; of one beyond the pace of a screen it comes with its turn, or at once where a newer one takes its place. `alertsSince` answers the alerts that changed after `changeId`, or all that are open when it is 0 or
 * too many have changed (see `AlertsAnswer`). `wall` is said by the monitor of a paired wall: that it has painted what it was sent
 * lately, every `wallBeatMs`, and once with false when it was left for another page. From any other session it says nothing.
 */
export const watchSchema = z.object({
  farms: z
    .array(z.object({ farmId: idSchema, epoch: z.number().int().optional(), sequence: z.number().int().optional() }))
    .max(1000),
})
export type Watch = z.infer<typeof watchSchema>

export interface AlertsAnswer {
  alerts: z.infer<typeof alertSchema>[]
  /** These are all that are open: others that the client has are to be dropped. */
  isAll: boolean
}

export interface ClientEvents {
  watch: (watch: Watch, reply: (answer: { refused: number[] }) => void) => void
  alertsSince: (changeId: number, reply: (answer: AlertsAnswer) => void) => void
  wall: (isShown: boolean) => void
}

/** The socket's address, beside the product's own. */
export const livePath = '/live'
