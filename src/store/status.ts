import { create } from 'zustand'
import type { Status } from '#contract/live/live.ts'

interface StatusState {
  /** The server's last heartbeat. */
  status: Status | null
}

export const useStatus = create<StatusState>()(() => ({ status: null }))

/** A dependency of the server, without which no newer data arrives. */
export type Dependency = 'database' | 'broker'

/** Returns the dependency that has been unavailable for longest and since when; null: all are available, or there was no heartbeat yet. */
export function failedDependency(status: Status | null): { part: Dependency; since: number } | null {
  if (status === null) return null
  const unavailable = (['database', 'broker'] as const).flatMap((part) =>
    status[part].up ? [] : [{ part, since: status[part].since }],
  )
  return unavailable.toSorted((a, b) => a.since - b.since)[0] ?? null
}
