import { create } from 'zustand'
import type { Status } from '#contract/live/live.ts'

interface StatusState {
  /** The server's last heartbeat. */
  status: Status | null
}

export const useStatus = create<StatusState>()(() => ({ status: null }))

/** A part that readings come in or go out by. */
export type GonePart = 'database' | 'broker'

/** The part without which nothing newer can come, the one that has been gone for longest; null: all are there. */
export function gonePart(status: Status | null): { part: GonePart; since: number } | null {
  if (status === null) return null
  const gone = (['database', 'broker'] as const).flatMap((part) => (status[part].up ? [] : [{ part, since: status[part].since }]))
  return gone.toSorted((a, b) => a.since - b.since)[0] ?? null
}
