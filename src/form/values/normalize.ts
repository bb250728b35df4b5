import type { z } from 'zod'

/** Form values by field name, for any noun. */
export type Values = Record<string, unknown>

/** Returns whether a field is empty; an empty list counts as a value. */
export function isUnset(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

const accepts = (schema: z.core.$ZodType | undefined, value: unknown) =>
  schema !== undefined && '~standard' in schema && (schema as z.ZodType).safeParse(value).success

const required = new WeakMap<z.core.$ZodType, boolean>()

/** Returns whether a field requires a value. */
export function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name]
  if (field === undefined) return false
  const isFieldRequired = required.get(field) ?? ![null, undefined, '', []].some((nothing) => accepts(field, nothing))
  required.set(field, isFieldRequired)
  return isFieldRequired
}

/**
 * Returns form values as the schema expects them. A value that was never set is left out if the schema allows that, so the server's default applies.
 * A cleared value becomes null if the schema allows it, else an empty text, else it is left out; a required one stays as it is.
 */
export function normalize(schema: z.ZodObject, values: Values): Values {
  const normalized: Values = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = values[name]
    if (!isUnset(value)) normalized[name] = value
    else if (value === undefined && accepts(field, undefined)) continue
    else if (accepts(field, null)) normalized[name] = null
    else if (value === '' && accepts(field, '')) normalized[name] = ''
    else if (accepts(field, undefined)) continue
    else normalized[name] = value ?? (accepts(field, []) ? [] : '')
  }
  return normalized
}
