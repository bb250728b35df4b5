import { z } from 'zod'
import type { Endpoint } from '../calls/endpoint.ts'
import { endpoints } from '../calls/endpoints.ts'
import { richTextSchema } from './texts.ts'

/** Returns the paths of the rich texts in a schema; `*` stands for each entry of a record or a list. */
function richTextsIn(schema: unknown, path: readonly string[] = []): string[] {
  if (schema === richTextSchema) return [path.join('.')]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return richTextsIn(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return richTextsIn(schema.in, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => richTextsIn(option, path))
  if (schema instanceof z.ZodArray) return richTextsIn(schema.element, [...path, '*'])
  if (schema instanceof z.ZodRecord) return richTextsIn(schema.valueType, [...path, '*'])
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([field, inner]) => richTextsIn(inner, [...path, field]))
}

/** A call that accepts rich texts. */
export interface RichTextCall {
  /** Noun and call, as in `articles.addOrEdit`. */
  name: string
  endpoint: Endpoint
  /** Paths of its rich text fields: `texts.*.body`. */
  fields: string[]
}

/** Returns all calls that accept rich texts. */
export function richTextCalls(): RichTextCall[] {
  const calls = Object.entries(endpoints).flatMap(([noun, table]) =>
    Object.entries<Endpoint>(table).map(([call, endpoint]) => ({ name: `${noun}.${call}`, endpoint })),
  )
  return calls
    .map((call) => ({ ...call, fields: richTextsIn(call.endpoint.input) }))
    .filter(({ fields }) => fields.length > 0)
}
