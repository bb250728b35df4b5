import { z } from 'zod'
import { type Endpoint, maxBodyBytes } from '#contract/calls/endpoint.ts'

/** Maximum body of an unauthenticated call, bytes: many at once must not fill the memory. */
const maxPublicBytes = 32_768

/** Returns the maximum body of a call, bytes. */
export const bodyLimitOf = ({ maxBytes, access }: Endpoint): number =>
  maxBytes ?? (access === 'public' ? maxPublicBytes : maxBodyBytes)

/** Maximum faults named of an input. */
const maxFaults = 50
/** Texts up to this length are cheap to parse, even if they exceed their maximum. */
const shortText = 64
/** Characters by which a text may exceed its maximum before trimming. */
const maxBlanks = 1000

type Issues = readonly z.core.$ZodIssue[]
type Path = readonly PropertyKey[]
type Schema = z.core.$ZodType

const isText = (schema: Schema): schema is z.ZodString | z.ZodStringFormat =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat

/** Formats whose pattern fixes the length. */
const isOfFixedLength = (schema: Schema): boolean => schema instanceof z.ZodISODate || schema instanceof z.ZodUUID
const fixedLength = 60

function maxItems(schema: z.ZodArray): number | null {
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) => {
    if (def.check === 'max_length' && 'maximum' in def) return Number(def.maximum)
    return def.check === 'length_equals' && 'length' in def ? Number(def.length) : Infinity
  })
  const strictest = Math.min(Infinity, ...limits)
  return strictest === Infinity ? null : strictest
}

/** Returns the maximum number of keys of a record: its codes, or `maxProperties` of its metadata; null without one. */
function maxKeys(schema: z.ZodRecord): number | null {
  if (schema.keyType instanceof z.ZodEnum) return schema.keyType.options.length
  const declared = schema.meta()?.['maxProperties']
  return typeof declared === 'number' ? declared : null
}

/** Returns the schemas that a value of this schema is handed to unchanged. */
function innerOf(schema: Schema): Schema[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  )
    return [schema.def.innerType]
  if (schema instanceof z.ZodPipe) return [schema.def.in]
  return []
}

const isCoerced = (schema: Schema): boolean => 'coerce' in schema._zod.def && schema._zod.def.coerce === true

/**
 * Returns the parts of a schema that accept values of any size, by path. An input of the product must not contain one, since the work
 * that a value causes grows with its size.
 */
export function unboundedParts(schema: Schema, path = ''): string[] {
  const inner = innerOf(schema)
  if (inner.length > 0) {
    const isConverted = schema instanceof z.ZodPipe && !(schema.def.out instanceof z.ZodTransform)
    return [...inner.filter((part) => !isCoerced(part)), ...(isConverted ? [schema.def.out] : [])].flatMap((part) =>
      unboundedParts(part, path),
    )
  }
  if (schema instanceof z.ZodObject)
    return [
      ...(schema.def.catchall && !(schema.def.catchall instanceof z.ZodNever) ? [`${path}.* loose object`] : []),
      ...Object.entries<Schema>(schema.shape).flatMap(([name, part]) => unboundedParts(part, `${path}.${name}`)),
    ]
  if (schema instanceof z.ZodArray)
    return [...(maxItems(schema) === null ? [`${path} array`] : []), ...unboundedParts(schema.element, `${path}[]`)]
  if (schema instanceof z.ZodTuple)
    return [
      ...(schema.def.rest ? [`${path} tuple`] : []),
      ...schema.def.items.flatMap((part) => unboundedParts(part, `${path}[]`)),
    ]
  if (schema instanceof z.ZodRecord)
    return [
      ...(maxKeys(schema) === null ? [`${path} record`] : []),
      ...unboundedParts(schema.keyType, `${path}{key}`),
      ...unboundedParts(schema.valueType, `${path}{}`),
    ]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => unboundedParts(part, path))
  if (isText(schema)) return schema.maxLength === null && !isOfFixedLength(schema) ? [`${path} text`] : []
  if (schema instanceof z.ZodNumber) {
    const isRange = Number.isFinite(schema.minValue ?? Infinity) && Number.isFinite(schema.maxValue ?? Infinity)
    return isRange ? [] : [`${path} number`]
  }
  const isSmall =
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodNull ||
    schema instanceof z.ZodUndefined ||
    schema instanceof z.ZodNever
  return isSmall ? [] : [`${path} ${schema._zod.def.type}`]
}

/** Whether values of a schema are neither arrays, objects nor long texts. */
const isLeaf = (schema: Schema): boolean =>
  schema instanceof z.ZodNumber || schema instanceof z.ZodEnum || schema instanceof z.ZodBoolean

const tooBig = (origin: string, maximum: number, path: Path): Issues => [
  { code: 'too_big', origin, maximum, inclusive: true, path: [...path], message: 'too_big' },
]

/**
 * Finds an array, text or record above its maximum. Zod itself checks every element, and lists every fault, before it looks at the length.
 * @returns the fault; empty when the input is cheap to parse
 */
export function findExcess(schema: Schema, value: unknown, path: Path = []): Issues {
  if (value === undefined || value === null) return []
  const [inner] = innerOf(schema)
  if (inner !== undefined) return findExcess(inner, value, path)
  if (typeof value === 'string') {
    const max = isText(schema) ? (schema.maxLength ?? (isOfFixedLength(schema) ? fixedLength : null)) : null
    const isTooLong =
      max !== null && value.length > max && (value.length > max + maxBlanks || value.trim().length > max)
    return isTooLong ? tooBig('string', max, path) : []
  }
  if (typeof value !== 'object') return []
  if (schema instanceof z.ZodUnion) {
    const excesses = schema.options.map((option) => findExcess(option, value, path))
    return excesses.every(({ length }) => length > 0) ? (excesses[0] ?? []) : []
  }
  if (Array.isArray(value)) {
    if (schema instanceof z.ZodArray) return findArrayExcess(schema, value, path)
    if (schema instanceof z.ZodTuple)
      return firstOf(schema.def.items, (part, index) => findExcess(part, value[index], [...path, index]))
    return []
  }
  if (schema instanceof z.ZodObject)
    return firstOf(Object.entries<Schema>(schema.shape), ([name, part]) =>
      findExcess(part, Reflect.get(value, name), [...path, name]),
    )
  if (schema instanceof z.ZodRecord) {
    const entries = Object.entries(value)
    const max = maxKeys(schema)
    if (max !== null && entries.length > max) return tooBig('record', max, path)
    return firstOf(entries, ([name, part]) => {
      const ofKey = findExcess(schema.keyType, name, [...path, name])
      return ofKey.length > 0 ? ofKey : findExcess(schema.valueType, part, [...path, name])
    })
  }
  return []
}

function findArrayExcess(schema: z.ZodArray, values: readonly unknown[], path: Path): Issues {
  const max = maxItems(schema)
  if (max !== null && values.length > max) return tooBig('array', max, path)
  const inAll = schema.meta()?.['maxValues']
  if (typeof inAll === 'number' && countValues(values, inAll) > inAll) return tooBig('array', inAll, path)
  if (isLeaf(schema.element)) return []
  return firstOf(values, (value, index) => {
    // Long lists of short texts are common: their paths are not built.
    const isShort = typeof value !== 'object' && (typeof value !== 'string' || value.length <= shortText)
    return isShort ? [] : findExcess(schema.element, value, [...path, index])
  })
}

/** Counts the elements of arrays, also of nested ones; stops above `enough`. */
function countValues(value: unknown, enough: number): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const part of Object.values(value)) {
    if (count > enough) break
    count += countValues(part, enough - count)
  }
  return count
}

function firstOf<T>(parts: readonly T[], find: (part: T, index: number) => Issues): Issues {
  for (const [index, part] of parts.entries()) {
    const found = find(part, index)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Parses an input whose cost is bounded by its schema. Every input from outside is parsed by this. It words only the first faults, since wording
 * costs more than finding them.
 */
export function parseInput<S extends Schema>(
  schema: S,
  input: unknown,
): { success: true; data: z.output<S> } | { success: false; issues: Issues } {
  const excess = findExcess(schema, input)
  if (excess.length > 0) return { success: false, issues: excess }
  const context = { async: false }
  const result = schema._zod.run({ value: input, issues: [] }, context)
  if (result instanceof Promise) throw new TypeError('a schema of an input must not be asynchronous')
  if (result.issues.length === 0) return { success: true, data: result.value as z.output<S> }
  const worded = result.issues.slice(0, maxFaults).map((issue) => z.core.util.finalizeIssue(issue, context, z.config()))
  return { success: false, issues: worded }
}
