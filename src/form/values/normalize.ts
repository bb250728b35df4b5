import type { z } from 'zod'

/** The values of a form while it is filled in, by field name, whatever the noun is. */
export type Values = Record<string, unknown>

/** Whether there is nothing in a field; an empty list is something. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

const takes = (schema: z.core.$ZodType | undefined, value: unknown) =>
  schema !== undefined && '~standard' in schema && (schema as z.ZodType).safeParse(value).success

const required = new WeakMap<z.core.$ZodType, boolean>()

/** Whether a field has to have something in it. */
export function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name]
  if (field === undefined) return false
  const known = required.get(field) ?? ![null, undefined, '', []].some((nothing) => takes(field, nothing))
  required.set(field, known)
  return known
}

/**
 * The values of a form, as the schema wants them. A value that was never there stays away where it may: the server has its own word
 * for that. What was emptied is null if the field may be null, else an empty text if it may be that, else no field, else
 * (the field is required) the nothing that it is.
 */
export function normalize(schema: z.ZodObject, values: Values): Values {
  const normalized: Values = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = values[name]
    if (!isNothing(value)) normalized[name] = value
    else if (value === undefined && takes(field, undefined)) continue
    else if (takes(field, null)) normalized[name] = null
    else if (value === '' && takes(field, '')) normalized[name] = ''
    else if (takes(field, undefined)) continue
    else normalized[name] = value ?? (takes(field, []) ? [] : '')
  }
  return normalized
}
