import { create } from 'zustand'
import type { Connection } from '#streams/connection.ts'

interface ConnectionState {
  connection: Connection
  /** When the server last skipped frames because this page or its link was too slow, ms of monotonic page time; null: never. */
  behindMs: number | null
  /** When the last interruption of the connection or of the server's parts ended, herd time, epoch ms; null: none so far. */
  recoveredAt: number | null
}

/** Connection state. It is a new object with every frame: select the fields you need, or read it once a second. */
export const useConnection = create<ConnectionState>()(() => ({
  connection: { kind: 'connecting', sinceMs: performance.now() },
  behindMs: null,
  recoveredAt: null,
}))

/** Returns whether incoming data is current. */
export function isCurrent(connection: Connection): connection is Extract<Connection, { lastFrameMs: number }> {
  return connection.kind === 'live' || connection.kind === 'polling'
}

/** When data last arrived or, without a connection, when the present state began; ms of monotonic page time. */
export function lastHeardMs(connection: Connection): number {
  return isCurrent(connection) ? connection.lastFrameMs : connection.sinceMs
}
