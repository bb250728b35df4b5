import type { ErrorCode, FieldErrors, WireError } from '#contract/calls/envelope.ts'

const statusOf = {
  BAD_JSON: 400,
  BAD_SHAPE: 400,
  BAD_TIMESTAMP: 400,
  BAD_CREDENTIALS: 401,
  NOT_SIGNED_IN: 401,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IN_USE: 409,
  PLEDGED: 409,
  ALERTS_ARE_KEPT: 409,
  COMMENT_REQUIRED: 422,
  APPROVAL_REQUIRED: 403,
  TWO_FACTOR_REQUIRED: 401,
  BAD_TWO_FACTOR: 401,
  TWO_FACTOR_DUE: 403,
  BAD_CAPTCHA: 422,
  LINK_EXPIRED: 410,
  NOT_ACTIVATED: 403,
  NOT_APPROVED: 403,
  REGISTRATION_REJECTED: 403,
  WRONG_PASSWORD: 422,
  PROOF_REQUIRED: 403,
  OWN_REQUEST: 403,
  NOT_OPEN: 409,
  LAST_ADMIN: 409,
  ISSUER_REQUIRED: 403,
  ISSUER_REFUSED: 403,
  NOT_AN_IMAGE: 422,
  NOT_A_DOCUMENT: 422,
  TOO_LARGE: 413,
  TOO_MANY_READINGS: 413,
  TOO_MANY_TRIES: 429,
  ALL_REJECTED: 422,
  BUSY: 503,
  UNAVAILABLE: 503,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>

interface CallErrorOptions {
  /** Faults of input fields. */
  fields?: FieldErrors
  /** Further facts about the cause, for the caller. */
  details?: WireError['details']
  /** The current record, in the shape of answers. */
  current?: unknown
  /** Overrides the code's default status. */
  status?: number
  /** For the `Retry-After` header. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refused call, with the facts that the caller may know. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly details: WireError['details']
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { fields, details, current, status, retryAfterSeconds, cause }: CallErrorOptions = {}) {
    super(code, { cause })
    this.name = 'CallError'
    this.code = code
    this.fields = fields
    this.details = details
    this.current = current
    this.status = status ?? statusOf[code]
    this.retryAfterSeconds = retryAfterSeconds
  }
}
