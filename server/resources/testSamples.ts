import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'

interface FieldSchema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  minimum?: number
  exclusiveMinimum?: number
  maxLength?: number
  minItems?: number
  items?: FieldSchema
  anyOf?: readonly FieldSchema[]
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
}

const pictureName = /(?:^img|image|logo)Id$/i

/** The fields of a save, as a test fills them in. */
export interface SavedFields {
  /** Required fields without ids. */
  required: Record<string, FieldSchema>
  /** Required ids of other records. */
  ids: readonly string[]
  /** Ids of uploaded pictures. */
  pictures: readonly string[]
  /** An optional free text, which an edit can set; null: no such field. */
  remark: string | null
}

/** Returns the fields of a save from its schema. */
export function savedFields({ input }: Endpoint): SavedFields {
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as FieldSchema
  const names = Object.keys(properties).filter((name) => name !== 'id' && name !== 'version')
  const choicesOf = (name: string): readonly FieldSchema[] => properties[name]?.anyOf ?? [properties[name] ?? {}]
  // Texts printed on a device are called ids too.
  const isId = (name: string) =>
    name.endsWith('Id') && choicesOf(name).some(({ type, format }) => type === 'integer' || format === 'uuid')
  const isFreeText = (name: string) => choicesOf(name).some((one) => one.type === 'string' && !one.format && !one.enum)
  return {
    required: Object.fromEntries(
      required.flatMap((name) => (isId(name) || !properties[name] ? [] : [[name, properties[name]]])),
    ),
    ids: required.filter((name) => isId(name) && !pictureName.test(name)),
    pictures: names.filter((name) => pictureName.test(name)),
    remark: names.find((name) => !required.includes(name) && !isId(name) && isFreeText(name)) ?? null,
  }
}

/** Returns a value that a schema accepts: the first code, the least number, a text. */
export function sampleOf(schema: FieldSchema, text: string): unknown {
  const { type, format, minimum, exclusiveMinimum, maxLength, minItems = 0, items, anyOf } = schema
  if (schema.enum) return schema.enum[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], text)
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return minimum ?? (exclusiveMinimum ?? 0) + 1
    case 'array':
      return items ? Array.from({ length: minItems }, () => sampleOf(items, text)) : []
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, text)]),
      )
    default:
      return format === 'date' ? '2026-04-01' : text.slice(0, maxLength)
  }
}
