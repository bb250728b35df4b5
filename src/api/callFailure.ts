import type { IntlShape } from 'react-intl'
import { joinSentences } from '../locale/joins.ts'
import { CallError } from './CallError.ts'
import { levelOf } from './levels.ts'

/** Why a call was refused, for display next to its subject. */
export interface CallFailure extends Pick<
  CallError,
  'code' | 'message' | 'fields' | 'details' | 'status' | 'statusText'
> {
  /** Until when another attempt is useless, browser clock, epoch ms. */
  waitUntil: number | null
}

export function callFailureOf(error: unknown): CallFailure {
  const callError = error instanceof CallError ? error : new CallError(0, 'INTERNAL', '', {})
  const { code, message, fields, details, status, statusText, retryAfterSeconds } = callError
  return {
    code,
    message,
    fields,
    details,
    status,
    statusText,
    waitUntil: retryAfterSeconds === null ? null : Date.now() + retryAfterSeconds * 1000,
  }
}

/** Statuses of the specification's catalogue; others are displayed by their own text. */
const described = [200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504] as const

type Answer = Pick<CallError, 'status' | 'statusText' | 'message'>

/** Returns the catalogue's sentence for a status, or that the network failed, followed by the server's message. */
export function statusMessage(intl: IntlShape, { status, statusText, message }: Answer): string {
  if (status === 0) return intl.formatMessage({ id: 'fault.networkDescription' })
  const knownStatus = described.find((one) => one === status)
  const first = knownStatus ? intl.formatMessage({ id: `status.${knownStatus}` }) : statusText
  // A successful answer without usable content, such as a proxy's own page.
  const next = message === '' && status < 300 ? intl.formatMessage({ id: 'fault.unreadable' }) : message
  return joinSentences(intl, first, next)
}

/** Returns why something could not be loaded: the status, its sentence and the server's message. */
export function loadFailureMessage(intl: IntlShape, answer: Answer): string {
  const { status } = answer
  if (status === 0) return statusMessage(intl, answer)
  return intl.formatMessage({ id: 'fault.told' }, { status, description: statusMessage(intl, answer) })
}

/**
 * Returns the text of a failure for calls without a text of their own.
 * A refusal uses the server's message. A fault adds the status and the catalogue's sentence. `seconds`: remaining waiting time, if known.
 */
export function failureMessage(intl: IntlShape, failure: Pick<CallFailure, 'code'> & Answer, seconds = 0): string {
  const { code, message, status } = failure
  if (code === 'TOO_MANY_TRIES') {
    return seconds > 0
      ? intl.formatMessage({ id: 'login.tooManySeconds' }, { seconds })
      : intl.formatMessage({ id: 'login.tooMany' })
  }
  if (message !== '' && levelOf(code) !== 'notification') return message
  return status === 0 && code !== 'NO_ANSWER'
    ? intl.formatMessage({ id: 'auth.failed' })
    : loadFailureMessage(intl, failure)
}
