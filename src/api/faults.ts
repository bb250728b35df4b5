import { create } from 'zustand'
import type { ErrorCode } from '#contract/envelope.ts'

/** What went wrong with a call, for the notification. */
export type Fault =
  | {
      kind: 'status'
      level: 'warning' | 'error' | 'notification'
      status: number
      statusText: string
      url: string
      code: ErrorCode | 'NO_ANSWER' | 'ABORTED'
      /** The server's words, in the reader's language; empty: it said none. */
      message: string
    }
  | { kind: 'network'; url: string }

interface FaultState {
  /** The newest fault and its number, so that the same one twice is told twice. */
  latest: { number: number; fault: Fault } | null
  /** How often the server has said that a second factor has to be set up before anything else. */
  twoFactorDue: number
  /** How far this computer's clock is off, ms, as the server sees it. */
  clockSkewMs: number | null
}

export const useFaults = create<FaultState>()(() => ({ latest: null, twoFactorDue: 0, clockSkewMs: null }))

export function reportFault(fault: Fault): void {
  useFaults.setState(({ latest }) => ({ latest: { number: (latest?.number ?? 0) + 1, fault } }))
}

/** The server answers nothing else until a second factor is set up: whoever is signed in is to be sent to where that is done. */
export function reportRedirect(): void {
  useFaults.setState(({ twoFactorDue }) => ({ twoFactorDue: twoFactorDue + 1 }))
}

export function reportClockSkew(clockSkewMs: number | null): void {
  if (useFaults.getState().clockSkewMs !== clockSkewMs) useFaults.setState({ clockSkewMs })
}
