import { create } from 'zustand'

/** What went wrong with a call, for the notification. */
export type Fault =
  | { kind: 'status'; status: number; statusText: string; url: string; message: string | null }
  | { kind: 'network'; url: string }

interface FaultState {
  /** The newest fault and its number, so that the same one twice is told twice. */
  latest: { number: number; fault: Fault } | null
  /** How far this computer's clock is off, ms, as the server sees it. */
  clockSkewMs: number | null
}

export const useFaults = create<FaultState>()(() => ({ latest: null, clockSkewMs: null }))

export function reportFault(fault: Fault): void {
  useFaults.setState(({ latest }) => ({ latest: { number: (latest?.number ?? 0) + 1, fault } }))
}

export function reportClockSkew(clockSkewMs: number | null): void {
  if (useFaults.getState().clockSkewMs !== clockSkewMs) useFaults.setState({ clockSkewMs })
}
