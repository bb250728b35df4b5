import type { FastifyError } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode, FieldErrors, WireError } from '#contract/calls/envelope.ts'
import { isDatabaseAway } from '../db/away.ts'
import { codeOf } from '../errorCode.ts'
import { fieldOfConstraint } from '../resources/constraints.ts'
import { CallError } from '../callError.ts'
import { messageOf } from './messages.ts'

const retryAfterSeconds = 2

/** Error codes of database triggers. DR004, a change of insert-only rows, is our own fault: INTERNAL. */
const refusalOf: Record<string, ErrorCode> = {
  DR001: 'NOT_OPEN',
  DR002: 'OWN_REQUEST',
  DR003: 'NOT_OPEN',
  DR005: 'NOT_OPEN',
}

/**
 * Maps an error thrown in a call to a refusal: CallErrors unchanged, errors of Fastify and PostgreSQL by their code,
 * everything else to INTERNAL.
 */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  const code = codeOf(error)
  if (code.startsWith('FST_')) return ofFastify(error as FastifyError)
  if (isDatabaseAway(error)) return new CallError('UNAVAILABLE', { retryAfterSeconds, cause: error })
  if (code === '23505') return new CallError('CONFLICT', withField(error))
  if (code === '23503') return new CallError('IN_USE', { cause: error })
  // Values that pass the schemas but that PostgreSQL cannot store: a NUL in a text, the year 275760.
  if (/^22...$/.test(code) || code === '23514') return new CallError('BAD_SHAPE', withField(error, 'invalid'))
  return new CallError(refusalOf[code] ?? 'INTERNAL', { cause: error })
}

/** @param fault by default that of a unique value */
function withField(error: unknown, fault?: string): { fields?: FieldErrors; cause: unknown } {
  const constraint =
    typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : ''
  const violated = fieldOfConstraint(constraint)
  return violated === undefined
    ? { cause: error }
    : { fields: { [violated.field]: fault ?? violated.unique }, cause: error }
}

function ofFastify(error: FastifyError): CallError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new CallError('TOO_LARGE')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CallError('UNSUPPORTED_MEDIA_TYPE')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new CallError('BAD_JSON')
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new CallError('UNAVAILABLE', { retryAfterSeconds, cause: error })
    default: {
      const status = error.statusCode ?? 500
      return status >= 400 && status < 500
        ? new CallError('BAD_SHAPE', { status, cause: error })
        : new CallError('INTERNAL', { cause: error })
    }
  }
}

/**
 * Returns the refusal of an input that fails its schema: 400, or 422 when a list's `pageSize` is out of range.
 * @param input the parsed input: shows whether a field is missing or has the wrong type
 */
export function ofIssues(issues: readonly z.core.$ZodIssue[], input: Record<string, unknown>): CallError {
  const fields: FieldErrors = {}
  for (const issue of issues) fields[issue.path.join('.')] ??= faultOf(issue, input)
  const outOfRange = 'pageSize' in fields && typeof input['pageSize'] === 'number'
  return new CallError('BAD_SHAPE', outOfRange ? { fields, status: 422 } : { fields })
}

function faultOf(issue: z.core.$ZodIssue, input: Record<string, unknown>): string {
  if (issue.code === 'custom') return issue.message
  let value: unknown = input
  for (const key of issue.path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  }
  return value === undefined ? 'required' : issue.code
}

/** Returns an error in the shape of the envelope, with its message in the caller's language. */
export function toWireError(error: CallError, acceptLanguage: string | undefined): WireError {
  const { code, fields, details, current } = error
  const message = messageOf(code, acceptLanguage)
  return {
    code,
    message,
    ...(fields && { fields }),
    ...(details && { details }),
    ...(current !== undefined && { current }),
  }
}
