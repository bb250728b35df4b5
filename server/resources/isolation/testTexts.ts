import { z } from 'zod'
import type { Call } from './testCalls.ts'

/** Fields whose values are unique on the whole platform: all that cannot be used have the same answer. */
export const uniqueForAll = ['userName', 'telephone', 'email', 'electronicTag']

/** Fields whose values come from lists that are the same for all, and reasons and times, which name nothing. */
export const sharedTexts = ['timeZone', 'category', 'reason', 'expiresAt']

interface JsonSchema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
}

/** Returns the fields of an input that take any text, and electronic tags. */
export function textFields(input: z.core.$ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const isText = ({ type, format, enum: choices, const: only, anyOf = [] }: JsonSchema): boolean =>
    (type === 'string' && format !== 'uuid' && format !== 'date' && choices === undefined && only === undefined) ||
    anyOf.some(isText)
  return Object.entries(properties).flatMap(([field, schema]) =>
    isText(schema) || field === 'electronicTag' ? [field] : [],
  )
}

let made = 0
/** Returns values that no earlier input had, for calls whose usual input has fixed ones. */
export function freshTexts({ id }: Call): object {
  if (id !== 'users.addOrEdit') return {}
  made++
  return {
    userName: `fresh${made}`,
    telephone: `1370000${String(made).padStart(4, '0')}`,
    email: `fresh${made}@example.com`,
  }
}

/** Returns a value of the same form that nobody has: its last character is another one. */
export function likeButFree(value: unknown): unknown {
  if (typeof value !== 'string') return { scheme: 'CN', value: '215250200008888' }
  const last = value.at(-1) ?? ''
  // Ids are hexadecimal, telephones decimal: each digit has another one.
  const other = /[0-8A-Ea-y]/.test(last) ? String.fromCodePoint((last.codePointAt(0) ?? 0) + 1) : '0'
  return `${value.slice(0, -1)}${other}`
}

/** Returns what an answer says about a field: its error, the error of the call, or 'none'. */
export function faultIn({ status, body }: { status: number; body: string }, field: string): string {
  if (status === 200) return 'none'
  const { error } = z
    .object({ error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }) })
    .parse(JSON.parse(body))
  return error.fields?.[field] ?? `${status} ${error.code} ${JSON.stringify(error.fields ?? {})}`
}
