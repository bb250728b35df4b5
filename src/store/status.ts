import { create } from 'zustand'
import type { Status } from '#contract/live/live.ts'

interface StatusState {
  /** The server's last heartbeat. */
  status: Status | null
}

export const useStatus = create<StatusState>()(() => ({ status: null }))
