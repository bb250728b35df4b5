import type { z } from 'zod'
import { isUnset, normalize, type Values } from './normalize.ts'

/** Error of a field: a code from the schema or the server, and the violated bound if any. */
export interface FieldError {
  code: string
  bound?: number
}

/** Errors by field path (`name`, `electronicTag.value`, `lines.3.price`). */
export type FieldErrors = Record<string, FieldError>

/** Returns the schema's errors in the values, the first of each path. */
export function errorsOf(schema: z.ZodObject, values: Values): FieldErrors {
  const normalized = normalize(schema, values)
  const parsed = schema.safeParse(normalized)
  const errors: FieldErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path.join('.')] ??= toFieldError(issue, normalized)
  return errors
}

function toFieldError(issue: z.core.$ZodIssue, values: Values): FieldError {
  if (isMissing(issue, values)) return { code: 'required' }
  switch (issue.code) {
    case 'custom':
      return { code: issue.message }
    case 'too_small':
      return { code: `too_small.${issue.origin}`, bound: Number(issue.minimum) }
    case 'too_big':
      return { code: `too_big.${issue.origin}`, bound: Number(issue.maximum) }
    case 'invalid_format':
      // Our own patterns use their message as the code (`user_name`), zod's formats their name (`email`).
      return { code: issue.format === 'regex' ? issue.message : issue.format }
    default:
      return { code: issue.code }
  }
}

/** Returns whether the field is empty, which takes precedence over other errors. */
function isMissing({ path }: z.core.$ZodIssue, values: Values): boolean {
  let value: unknown = values
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return path.length > 0 && (isUnset(value) || (Array.isArray(value) && value.length === 0))
}

/** Returns the errors of a field and inside its value by relative path; the field's own error has the empty path. */
export function errorsAt(errors: FieldErrors, name: string): FieldErrors {
  const inside = Object.entries(errors).flatMap(([path, error]): [string, FieldError][] => {
    if (path === name) return [['', error]]
    return path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), error]] : []
  })
  return Object.fromEntries(inside)
}
