import type { IntlShape } from 'react-intl'
import { CallError } from './CallError.ts'

/** Why a call on the way in was refused, to be said beside it. */
export interface CallFailure {
  code: CallError['code']
  message: string
  fields: CallError['fields']
  /** Until when trying again is of no use; epoch ms. */
  waitUntil: number | null
}

export function callFailureOf(error: unknown): CallFailure {
  if (!(error instanceof CallError)) return { code: 'INTERNAL', message: '', fields: {}, waitUntil: null }
  const { code, message, fields, retryAfterSeconds } = error
  return { code, message, fields, waitUntil: retryAfterSeconds === null ? null : Date.now() + retryAfterSeconds * 1000 }
}

/** The statuses of the specification's catalogue; others are told by their own text. */
const described = [200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504] as const

/** The catalogue's sentence of a status. */
export function statusMessage(intl: IntlShape, status: number, statusText: string): string {
  const known = described.find((one) => one === status)
  return known ? intl.formatMessage({ id: `status.${known}` }) : statusText
}

/** Why something could not be loaded: the status and its sentence, and what the server said besides. */
export function loadFailureMessage(intl: IntlShape, { status, statusText, message }: CallError): string {
  if (status === 0) return intl.formatMessage({ id: 'fault.networkDescription' })
  const first = intl.formatMessage({ id: 'fault.told' }, { status, description: statusMessage(intl, status, statusText) })
  return message === '' ? first : intl.formatMessage({ id: 'join.sentences' }, { first, next: message })
}

/** The failure in words, for calls that have none of their own for it. `seconds`: how long to wait still, where it is known. */
export function failureMessage(intl: IntlShape, failure: Pick<CallFailure, 'code' | 'message'> | CallError, seconds = 0): string {
  const { code, message } = failure
  if (code === 'NO_ANSWER') return intl.formatMessage({ id: 'fault.networkDescription' })
  if (code === 'TOO_MANY_TRIES') {
    return seconds > 0 ? intl.formatMessage({ id: 'login.tooManySeconds' }, { seconds }) : intl.formatMessage({ id: 'login.tooMany' })
  }
  if (message !== '') return message
  return failure instanceof CallError ? loadFailureMessage(intl, failure) : intl.formatMessage({ id: 'entrance.failed' })
}
