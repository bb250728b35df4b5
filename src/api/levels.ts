import type { CallError } from './CallError.ts'

/**
 * How a failed call is displayed: not at all, because the caller displays it; a passing line; the notification
 * of the specification's catalogue; or a redirect to where the user can fix it.
 */
export type Level = 'silent' | 'warning' | 'error' | 'notification' | 'redirect'

/**
 * A refusal whose text says everything appears as a passing line.
 * A fault, or a call that should not have been made, becomes a notification with status and address.
 */
const levels: Record<CallError['code'], Level> = {
  ABORTED: 'silent',
  NO_ANSWER: 'notification',
  BAD_JSON: 'notification',
  BAD_SHAPE: 'notification',
  BAD_TIMESTAMP: 'notification',
  BAD_CREDENTIALS: 'silent',
  NOT_SIGNED_IN: 'redirect',
  NOT_ALLOWED: 'notification',
  NOT_FOUND: 'notification',
  CONFLICT: 'warning',
  IN_USE: 'warning',
  PLEDGED: 'warning',
  ALERTS_ARE_KEPT: 'warning',
  COMMENT_REQUIRED: 'warning',
  APPROVAL_REQUIRED: 'warning',
  TWO_FACTOR_REQUIRED: 'silent',
  BAD_TWO_FACTOR: 'warning',
  TWO_FACTOR_DUE: 'redirect',
  BAD_CAPTCHA: 'warning',
  LINK_EXPIRED: 'notification',
  NOT_ACTIVATED: 'warning',
  NOT_APPROVED: 'warning',
  REGISTRATION_REJECTED: 'warning',
  WRONG_PASSWORD: 'warning',
  PROOF_REQUIRED: 'silent',
  OWN_REQUEST: 'warning',
  NOT_OPEN: 'warning',
  LAST_ADMIN: 'warning',
  ISSUER_REQUIRED: 'warning',
  ISSUER_REFUSED: 'error',
  NOT_AN_IMAGE: 'error',
  NOT_A_DOCUMENT: 'error',
  TOO_LARGE: 'error',
  TOO_MANY_READINGS: 'error',
  TOO_MANY_TRIES: 'warning',
  ALL_REJECTED: 'error',
  BUSY: 'warning',
  UNAVAILABLE: 'notification',
  UNSUPPORTED_MEDIA_TYPE: 'error',
  INTERNAL: 'notification',
}

export function levelOf(code: CallError['code']): Level {
  return levels[code]
}
