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

/** The failure in words, for calls that have none of their own for it. `seconds`: how long to wait still, where it is known. */
export function failureMessage(intl: IntlShape, { code, message }: Pick<CallFailure, 'code' | 'message'>, seconds = 0): string {
  if (code === 'NO_ANSWER') return intl.formatMessage({ id: 'fault.networkDescription' })
  if (code === 'TOO_MANY_TRIES') {
    return seconds > 0 ? intl.formatMessage({ id: 'login.tooManySeconds' }, { seconds }) : intl.formatMessage({ id: 'login.tooMany' })
  }
  return message || intl.formatMessage({ id: 'entrance.failed' })
}
