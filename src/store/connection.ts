import { create } from 'zustand'
import type { Connection } from '#streams/connection.ts'

interface ConnectionState {
  connection: Connection
  /** When frames were last left out because this screen or its link was too slow; ms of the page's monotonic clock. */
  behindMs: number | null
}

/** The connection as a value. It is new with every frame: select what you need, or read it once a second. */
export const useConnection = create<ConnectionState>()(() => ({
  connection: { kind: 'connecting', sinceMs: performance.now() },
  behindMs: null,
}))

/** Whether what comes in is now. */
export function isCurrent(connection: Connection): connection is Extract<Connection, { lastFrameMs: number }> {
  return connection.kind === 'live' || connection.kind === 'polling'
}

/** When the connection last brought something, or since when it has not; ms of the page's monotonic clock. */
export function lastHeardMs(connection: Connection): number {
  return isCurrent(connection) ? connection.lastFrameMs : connection.sinceMs
}
