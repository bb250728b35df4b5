import type { z } from 'zod'
import { isNothing, normalize, type Values } from './normalize.ts'

/** An error of a field: a code of the schema's or the server's, and the bound that it breaks, if any. */
export interface FieldError {
  code: string
  bound?: number
}

/** By the path of the field (`name`, `electronicTag.value`, `lines.3.price`). */
export type FieldErrors = Record<string, FieldError>

/** The schema's errors in the values; of each path the first. */
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
      // A pattern of ours is named by its message (`user_name`), zod's own formats by their name (`email`).
      return { code: issue.format === 'regex' ? issue.message : issue.format }
    default:
      return { code: issue.code }
  }
}

/** Where there is nothing, whatever else is said of it, it is missing. */
function isMissing({ path }: z.core.$ZodIssue, values: Values): boolean {
  let value: unknown = values
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return path.length > 0 && (isNothing(value) || (Array.isArray(value) && value.length === 0))
}

/** The errors at a field and inside of it, by the path from there; its own has the empty path. */
export function errorsAt(errors: FieldErrors, name: string): FieldErrors {
  const inside = Object.entries(errors).flatMap(([path, error]): [string, FieldError][] => {
    if (path === name) return [['', error]]
    return path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), error]] : []
  })
  return Object.fromEntries(inside)
}
