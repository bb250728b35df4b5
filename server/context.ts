import type { Logger } from 'pino'
import type { Alert } from '#contract/alerts.ts'
import type { EndReason, LiveGateway, LiveHeadcount } from '#contract/live.ts'
import type { Notice, NoticeCounts } from '#contract/notices.ts'
import type { Clock } from './clock.ts'
import type { Sql } from './db/connect.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** What was last heard of a neckband. Instants are epoch ms; NaN (ids: null) where nothing is known. */
export interface NeckbandState {
  heardAt: number
  fixedAt: number
  longitude: number
  latitude: number
  accuracyM: number
  penId: number | null
  gatewayId: number | null
  rssi: number
  battery: number
  temperatureC: number
}

/** What the server knows of the herd at this moment, in memory, rebuilt from the database at a start. */
export interface HerdView {
  neckband(neckbandId: number): Readonly<NeckbandState> | undefined
  gateway(gatewayId: number): Readonly<LiveGateway> | undefined
  /** In the farm's own window unless told. */
  headcount(farmId: number, windowMinutes?: number): LiveHeadcount | undefined
  /**
   * To be called after farms, pens, gateways, animals, neckbands, pairings or sources changed: they are read again
   * before the next reading is judged, and every screen is told.
   */
  recordsChanged(): void
}

/** What a handler may use. */
export interface Context {
  settings: Settings
  sql: Sql
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Where people reach the console, without a slash at the end: for links in mails. */
  publicUrl(): string
  herd: HerdView
  /** To be called after a rule changed: it is in force for the next reading. */
  rulesChanged(): void
  /** Shows changed alerts on every screen that may see them. */
  alertsChanged(alerts: Alert[]): void
  /** Ends the sockets of a session (hex of its token hash). */
  sessionEnded(tokenHash: string, reason: EndReason): void
  /** To be called after the role, name or organisation of users changed: their calls, sockets and screens follow at once. */
  accountsChanged(userIds: readonly number[]): void
  /** Shows a user's screens how many notices there are, and the new one if there is one. */
  noticesChanged(userId: number, counts: NoticeCounts, notice: Notice | null): void
}
