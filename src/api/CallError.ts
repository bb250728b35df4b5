import type { ErrorCode, FieldErrors } from '#contract/calls/envelope.ts'

interface Circumstances {
  cause?: unknown
  url?: string
  statusText?: string
  retryAfterSeconds?: number | null
}

/**
 * A call that was not answered with success. `status` is 0 when nobody answered. `message` is the server's own words, in
 * the reader's language; empty where there are none, as of a proxy's page: whoever tells of it then has to have some.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'NO_ANSWER' | 'ABORTED'
  readonly fields: FieldErrors
  readonly url: string
  readonly statusText: string
  /** After how many seconds it may be tried again, where the server says so. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: ErrorCode | 'NO_ANSWER' | 'ABORTED',
    message: string,
    fields: FieldErrors,
    { cause, url = '', statusText = '', retryAfterSeconds = null }: Circumstances = {},
  ) {
    super(message, { cause })
    this.name = `CallError ${status} ${code}`
    this.status = status
    this.code = code
    this.fields = fields
    this.url = url
    this.statusText = statusText
    this.retryAfterSeconds = retryAfterSeconds
  }
}
