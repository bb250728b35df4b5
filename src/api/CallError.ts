import type { ErrorCode, FieldErrors, WireError } from '#contract/calls/envelope.ts'

interface Circumstances {
  cause?: unknown
  url?: string
  statusText?: string
  retryAfterSeconds?: number | null
  details?: WireError['details']
}

/**
 * A call that did not succeed. `status` is 0 without an answer.
 * `message` is the server's text in the user's language; empty without one, as for a proxy's error page: the display must then supply a text.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'NO_ANSWER' | 'ABORTED'
  readonly fields: FieldErrors
  readonly url: string
  readonly statusText: string
  /** Seconds until another attempt is useful, if the server names them. */
  readonly retryAfterSeconds: number | null
  /** Further facts about the cause, by the names that the call documents. */
  readonly details: NonNullable<WireError['details']>

  constructor(
    status: number,
    code: ErrorCode | 'NO_ANSWER' | 'ABORTED',
    message: string,
    fields: FieldErrors,
    { cause, url = '', statusText = '', retryAfterSeconds = null, details = {} }: Circumstances = {},
  ) {
    super(message, { cause })
    this.name = `CallError ${status} ${code}`
    this.status = status
    this.code = code
    this.fields = fields
    this.url = url
    this.statusText = statusText
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}
