import { create } from 'zustand'
import type { CallError } from './CallError.ts'
import { levelOf } from './levels.ts'

interface FailureState {
  /** The newest failure to be told and its number, so that the same one twice is told twice. */
  latest: { number: number; error: CallError } | null
  /** The causes that were told and have not passed. */
  told: ReadonlySet<string>
  /** How often the server has said that a second factor has to be set up before anything else. */
  twoFactorDue: number
  /** How often the server has refused what the role may not do. */
  notAllowed: number
  /** How far this computer's clock is off, ms, as the server sees it. */
  clockSkewMs: number | null
}

export const useFailures = create<FailureState>()(() => ({ latest: null, told: new Set(), twoFactorDue: 0, notAllowed: 0, clockSkewMs: null }))

/** Whether a screen shows a failure in words of its own that are better than the notification's. */
export type Shows = (error: CallError) => boolean

/** For a screen that says beside what failed why it failed, whatever that is, by `failureMessage`. */
export const inPlace: Shows = () => true

const pathOf = (url: string) => url.split('?')[0] ?? url
const network = 'network'
const causeOf = ({ status, code, url }: CallError) => (status === 0 ? network : `${pathOf(url)} ${status} ${code}`)

/**
 * The one place that decides whether a person is told of a failed call: unless the screen shows it itself, it is nobody's
 * matter, or it leads to another page.
 * @param isAgain whether it may be told although its cause was told before: a person pressed the button again
 */
export function report(error: CallError, shows: Shows | undefined, isAgain: boolean): void {
  const level = levelOf(error.code)
  if (level === 'silent' || level === 'redirect' || error.status === 401 || shows?.(error)) return
  const cause = causeOf(error)
  const { latest, told } = useFailures.getState()
  if (told.has(cause) && !isAgain) return
  useFailures.setState({ latest: { number: (latest?.number ?? 0) + 1, error }, told: new Set([...told, cause]) })
}

/** An answer came: the network works again, and with success what was wrong at this address has passed. */
export function forgetFailures(url: string | null): void {
  const { told } = useFailures.getState()
  if (told.size === 0) return
  const passed = (cause: string) => cause === network || (url !== null && cause.startsWith(`${pathOf(url)} `))
  useFailures.setState({ told: new Set([...told].filter((cause) => !passed(cause))) })
}

/** The server answers nothing else until a second factor is set up: whoever is signed in is to be sent to where that is done. */
export function noteTwoFactorDue(): void {
  useFailures.setState(({ twoFactorDue }) => ({ twoFactorDue: twoFactorDue + 1 }))
}

export function noteNotAllowed(): void {
  useFailures.setState(({ notAllowed }) => ({ notAllowed: notAllowed + 1 }))
}

export function reportClockSkew(clockSkewMs: number | null): void {
  if (useFailures.getState().clockSkewMs !== clockSkewMs) useFailures.setState({ clockSkewMs })
}
