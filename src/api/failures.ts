import { create } from 'zustand'
import type { CallError } from './CallError.ts'
import { levelOf } from './levels.ts'

interface FailureState {
  /** Newest failure to report and its number, so that an identical failure is reported again. */
  latest: { number: number; error: CallError } | null
  /** Causes already reported that still last. */
  reportedCauses: ReadonlySet<string>
  /** How often the server has required setting up a second factor before anything else. */
  twoFactorDue: number
  /** How often the server has refused a call that the role may not make. */
  notAllowed: number
  /** Offset of this computer's clock as measured by the server, ms. */
  clockSkewMs: number | null
}

export const useFailures = create<FailureState>()(() => ({
  latest: null,
  reportedCauses: new Set(),
  twoFactorDue: 0,
  notAllowed: 0,
  clockSkewMs: null,
}))

/** Returns whether the screen displays a failure itself, in better words than the notification. */
export type Shows = (error: CallError) => boolean

/** For screens that display every failure in place, by `failureMessage`. */
export const inPlace: Shows = () => true

const pathOf = (url: string) => url.split('?')[0] ?? url
const network = 'network'
const causeOf = ({ status, code, url }: CallError) => (status === 0 ? network : `${pathOf(url)} ${status} ${code}`)

/**
 * Decides whether the user is notified of a failed call; nothing else does.
 * Skips failures that the screen displays itself, that need no attention, or that lead to another page.
 * @param isAgain reports a cause that was reported before, as the user pressed the button again
 */
export function report(error: CallError, shows: Shows | undefined, isAgain: boolean): void {
  const level = levelOf(error.code)
  if (level === 'silent' || level === 'redirect' || error.status === 401 || shows?.(error)) return
  const cause = causeOf(error)
  const { latest, reportedCauses: told } = useFailures.getState()
  if (told.has(cause) && !isAgain) return
  useFailures.setState({
    latest: { number: (latest?.number ?? 0) + 1, error },
    reportedCauses: new Set([...told, cause]),
  })
}

/** Clears causes after an answer: the network works again, and a success clears all failures at its address. */
export function forgetFailures(url: string | null): void {
  const { reportedCauses: told } = useFailures.getState()
  if (told.size === 0) return
  const isOver = (cause: string) => cause === network || (url !== null && cause.startsWith(`${pathOf(url)} `))
  useFailures.setState({ reportedCauses: new Set([...told].filter((cause) => !isOver(cause))) })
}

/** Records that the server answers nothing until a second factor is set up, so that the user is sent there. */
export function countTwoFactorDue(): void {
  useFailures.setState(({ twoFactorDue }) => ({ twoFactorDue: twoFactorDue + 1 }))
}

export function countNotAllowed(): void {
  useFailures.setState(({ notAllowed }) => ({ notAllowed: notAllowed + 1 }))
}

export function reportClockSkew(clockSkewMs: number | null): void {
  if (useFailures.getState().clockSkewMs !== clockSkewMs) useFailures.setState({ clockSkewMs })
}
