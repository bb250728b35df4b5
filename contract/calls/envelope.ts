import { z } from 'zod'

/** Stable error codes in upper case. The message sent with a code is in the language of `Accept-Language`. */
export const errorCodes = [
  'BAD_JSON',
  'BAD_SHAPE',
  'BAD_TIMESTAMP',
  'BAD_CREDENTIALS',
  'NOT_SIGNED_IN',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'CONFLICT',
  'IN_USE',
  'PLEDGED',
  'ALERTS_ARE_KEPT',
  'COMMENT_REQUIRED',
  'APPROVAL_REQUIRED',
  'TWO_FACTOR_REQUIRED',
  'BAD_TWO_FACTOR',
  'TWO_FACTOR_DUE',
  'BAD_CAPTCHA',
  'LINK_EXPIRED',
  'NOT_ACTIVATED',
  'NOT_APPROVED',
  'REGISTRATION_REJECTED',
  'WRONG_PASSWORD',
  'PROOF_REQUIRED',
  'OWN_REQUEST',
  'NOT_OPEN',
  'LAST_ADMIN',
  'ISSUER_REQUIRED',
  'ISSUER_REFUSED',
  'NOT_AN_IMAGE',
  'NOT_A_DOCUMENT',
  'TOO_LARGE',
  'TOO_MANY_READINGS',
  'TOO_MANY_TRIES',
  'ALL_REJECTED',
  'BUSY',
  'UNAVAILABLE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** Field errors: the field's path in the input (`readings.3.at`) and a short code (`required`, `too_small`, …). */
export type FieldErrors = Record<string, string>

export interface WireError {
  code: ErrorCode
  message: string
  fields?: FieldErrors
  /** Further facts about the cause, by name. Each call documents its names. */
  details?: Record<string, string | null>
  /** The current record; sent with a CONFLICT of versions. */
  current?: unknown
}

export type Envelope<T> = { success: true; data: T } | { success: false; error: WireError }

/** An id of a record: a positive integer that JSON represents exactly. */
export const idSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An instant in answers: ISO 8601 UTC with milliseconds. */
export const instantSchema = z.iso.datetime({ precision: 3 })

/** An instant in requests: ISO 8601 with a zone, or epoch ms. Parses to epoch ms. */
export const instantInputSchema = z.union([
  z.number().int().min(0).max(8.64e15),
  z.iso
    .datetime({ offset: true })
    .max(40)
    .transform((text) => Date.parse(text)),
])

/** A filter by text. */
export const textFilter = z.string().max(200).optional()

/** Creates a filter by any of several codes. */
export function codeFilter<const T extends z.util.EnumLike>(codes: z.ZodEnum<T>) {
  return z.array(codes).max(codes.options.length).optional()
}

/** Longest period of a report, in days. */
export const maxPeriodDays = 92

export const pageSchema = z.object({
  current: z.number().int().min(1).max(1_000_000_000).default(1),
  pageSize: z.number().int().min(1).max(1000).default(20),
})

/**
 * The input of a `…/list` call: page, sort and the noun's own filters.
 * @param sortable fields that a caller may sort by
 * @param filters the noun's filters, all of them optional
 */
export function listInput<const F extends readonly [string, ...string[]], S extends z.ZodRawShape>(
  sortable: F,
  filters: S,
) {
  return pageSchema.extend({
    sort: z.object({ field: z.enum(sortable), order: z.enum(['asc', 'desc']) }).optional(),
    ...filters,
  })
}

/** The reply of a `…/list` call. */
export function listReply<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.number().int(),
    current: z.number().int(),
    pageSize: z.number().int(),
  })
}
