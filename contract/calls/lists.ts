import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { decimalSchema, moneySchema } from '../values/money.ts'

/** Input of every list call, without its filters. */
export interface ListInput {
  current?: number | undefined
  pageSize?: number | undefined
  sort?: { field: string; order: 'asc' | 'desc' } | undefined
}

/** A list call: its input comes from `listInput`, its reply from `listReply`. */
export type ListEndpoint = Endpoint<
  z.ZodType<object, ListInput>,
  z.ZodType<{ list: object[]; total: number; current: number; pageSize: number }>
>

/** Kind of a field, used by screens that show it and files that contain it. */
export type FieldKind = 'text' | 'number' | 'money' | 'decimal' | 'boolean' | 'instant' | 'date' | 'list'

/** Unwraps nullable, optional, default and pipe schemas. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return bare(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? bare(schema.out) : schema
}

function kindOf(schema: z.core.$ZodType): FieldKind | null {
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema === moneySchema) return 'money'
  if (schema === decimalSchema) return 'decimal'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodISODateTime) return 'instant'
  if (schema instanceof z.ZodISODate) return 'date'
  if (schema instanceof z.ZodArray) return kindOf(bare(schema.element)) === null ? null : 'list'
  if (schema instanceof z.ZodUnion)
    return schema.options.every((option) => kindOf(bare(option)) !== null) ? 'text' : null
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
  return isText || schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral ? 'text' : null
}

/**
 * Returns the fields of a record that fit into one cell, by path: `name`, and one level down `headcount.ledger`. Polygons, records and lists of
 * objects are left out.
 */
export function fieldKinds(item: z.core.$ZodType): Map<string, FieldKind> {
  const kinds = new Map<string, FieldKind>()
  const walk = (schema: z.core.$ZodType, path: string, depth: number) => {
    const inner = bare(schema)
    if (inner instanceof z.ZodObject && depth < 2) {
      for (const [name, part] of Object.entries<z.core.$ZodType>(inner.shape)) {
        walk(part, path === '' ? name : `${path}.${name}`, depth + 1)
      }
      return
    }
    const kind = kindOf(inner)
    if (kind !== null && path !== '') kinds.set(path, kind)
  }
  walk(item, '', 0)
  return kinds
}

/** Fields, filters and sortable fields of a list call. */
export interface ListShape {
  input: z.ZodObject
  item: z.core.$ZodType
  fields: Map<string, FieldKind>
  sortable: readonly string[]
}

/**
 * Reads the shape of a list call off its schemas.
 * @returns null for a call without page and sort
 */
export function listShape({ input, reply }: Endpoint): ListShape | null {
  if (!(input instanceof z.ZodObject) || !(reply instanceof z.ZodObject)) return null
  const sort = bare(input.shape['sort'] ?? z.never())
  const field: unknown = sort instanceof z.ZodObject ? sort.shape['field'] : null
  const list: unknown = reply.shape['list']
  if (!(field instanceof z.ZodEnum) || !(list instanceof z.ZodArray) || !('total' in reply.shape)) return null
  const item = list.element
  return { input, item, fields: fieldKinds(item), sortable: field.options.map(String) }
}

/** A filter of a list call: its kind, and its codes when it accepts only codes. */
export interface FilterShape {
  kind: 'text' | 'one' | 'many' | 'number' | 'ids' | 'flag' | 'instant' | 'day'
  options: readonly string[]
}

/**
 * Reads a filter's kind and codes off a list's input.
 * @returns null when the list has no such filter
 */
export function filterShape({ input }: Pick<ListShape, 'input'>, field: string): FilterShape | null {
  const schema: unknown = input.shape[field]
  if (!(schema instanceof z.ZodType)) return null
  const inner = bare(schema)
  const codes = inner instanceof z.ZodArray ? bare(inner.element) : inner
  if (codes instanceof z.ZodEnum) return { kind: codes === inner ? 'one' : 'many', options: codes.options.map(String) }
  if (codes instanceof z.ZodNumber) return { kind: codes === inner ? 'number' : 'ids', options: [] }
  if (inner instanceof z.ZodBoolean) return { kind: 'flag', options: ['true', 'false'] }
  if (inner instanceof z.ZodISODate) return { kind: 'day', options: [] }
  return inner instanceof z.ZodUnion ? { kind: 'instant', options: [] } : { kind: 'text', options: [] }
}

/** Returns the codes that a field of a record may have; empty when it is not limited to codes. */
export function fieldOptions(item: z.core.$ZodType, path: string): readonly string[] {
  let schema = bare(item)
  for (const name of path.split('.')) {
    if (!(schema instanceof z.ZodObject)) return []
    schema = bare(schema.shape[name] ?? z.never())
  }
  const codes = schema instanceof z.ZodArray ? bare(schema.element) : schema
  if (codes instanceof z.ZodBoolean) return ['true', 'false']
  return codes instanceof z.ZodEnum ? codes.options.map(String) : []
}

/** Returns a field of a row by its path; undefined when a part of the path is missing. */
export function valueAt(row: object, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, name)
  }
  return value
}
