import { z } from 'zod'

type Schema = z.core.$ZodType

/** Bytes of an id, number or code in a body, and of a text in a long list, such as an ear tag. */
const shortBytes = 24
/** Arrays with more elements hold short texts only. */
const maxLongTexts = 100

/** Returns the limits of a schema's checks by name. */
function limitOf(schema: z.ZodArray): number {
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) => {
    if (def.check === 'max_length' && 'maximum' in def) return Number(def.maximum)
    return def.check === 'length_equals' && 'length' in def ? Number(def.length) : Infinity
  })
  return Math.min(...limits)
}

function innerOf(schema: Schema): Schema | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.def.innerType
  return schema instanceof z.ZodPipe ? schema.def.in : undefined
}

/** Returns the size of the largest body that a person has reason to send: every array and text at its maximum, texts in Chinese. */
export function neededBytes(schema: Schema, isInLongList = false): number {
  const inner = innerOf(schema)
  if (inner) return neededBytes(inner, isInLongList)
  if (schema instanceof z.ZodObject)
    return Object.entries<Schema>(schema.shape).reduce(
      (sum, [name, part]) => sum + name.length + 4 + neededBytes(part, isInLongList),
      2,
    )
  if (schema instanceof z.ZodArray) {
    const limit = limitOf(schema)
    return 2 + limit * (1 + neededBytes(schema.element, isInLongList || limit > maxLongTexts))
  }
  if (schema instanceof z.ZodTuple)
    return schema.def.items.reduce((sum, part) => sum + neededBytes(part, isInLongList), 2)
  if (schema instanceof z.ZodUnion) return Math.max(...schema.options.map((part) => neededBytes(part, isInLongList)))
  if (schema instanceof z.ZodRecord) {
    const keys =
      schema.keyType instanceof z.ZodEnum ? schema.keyType.options.length : Number(schema.meta()?.['maxProperties'])
    return 2 + keys * (shortBytes + neededBytes(schema.valueType, isInLongList))
  }
  if (schema instanceof z.ZodString && !isInLongList) return 2 + 3 * (schema.maxLength ?? shortBytes)
  if (schema instanceof z.ZodNumber) return 10
  return shortBytes
}

/** Returns the minimum processor time of some work, ms. Repeats work that takes longer than `enough`, since others use the machine too. */
export function minCpuMs(work: () => void, enough: number): number {
  let minMs = Infinity
  for (let run = 0; run < 4 && minMs > enough; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    minMs = Math.min(minMs, (user + system) / 1000)
  }
  return minMs
}

interface WorstInput {
  /** Where the input is worst. */
  path: string
  input: unknown
}

/** A value that the schema accepts, or nearly. */
function smallest(schema: Schema): unknown {
  if (schema instanceof z.ZodOptional) return undefined
  if (schema instanceof z.ZodNullable) return null
  const inner = innerOf(schema)
  if (inner) return smallest(inner)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries<Schema>(schema.shape).map(([name, part]) => [name, smallest(part)]))
  if (schema instanceof z.ZodArray) return [smallest(schema.element)]
  if (schema instanceof z.ZodTuple) return schema.def.items.map((part) => smallest(part))
  if (schema instanceof z.ZodUnion) return smallest(schema.options[0] ?? z.null())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodISODate) return '2026-05-01'
  if (schema instanceof z.ZodUUID) return '00000000-0000-4000-8000-000000000000'
  return schema instanceof z.ZodRecord ? {} : '1'
}

/**
 * Returns, for each array, text and record of a schema, inputs that are expensive there: as large as a body may be, and
 * as large as the schema allows, filled with wrong and with right elements.
 */
export function worstInputs(schema: Schema, maxBytes: number): WorstInput[] {
  const found: WorstInput[] = []
  const repeat = (value: unknown) => Math.floor(maxBytes / (JSON.stringify(value ?? null).length + 1))
  const visit = (part: Schema, path: string, wrap: (value: unknown) => unknown): void => {
    const add = (values: unknown[]) => void found.push(...values.map((value) => ({ path, input: wrap(value) })))
    const inner = innerOf(part)
    if (inner) return visit(inner, path, wrap)
    if (part instanceof z.ZodObject) {
      for (const [name, field] of Object.entries<Schema>(part.shape)) {
        visit(field, `${path}.${name}`, (value) => wrap({ ...Object(smallest(part)), [name]: value }))
      }
      return
    }
    if (part instanceof z.ZodUnion) {
      for (const option of part.options) visit(option, path, wrap)
      return
    }
    if (part instanceof z.ZodArray) {
      const right = smallest(part.element)
      const limit = limitOf(part)
      for (const element of ['x', 1, {}, [], null, right]) {
        add([Array(repeat(element)).fill(element), Array(Math.min(limit, repeat(element))).fill(element)])
      }
      return visit(part.element, `${path}[]`, (value) =>
        wrap(Array(Math.max(1, Math.min(limit, repeat(value)))).fill(value)),
      )
    }
    if (part instanceof z.ZodRecord) {
      const keysOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 'x']))
      return add([keysOf(maxBytes / 12), keysOf(20)])
    }
    if (part instanceof z.ZodString || part instanceof z.ZodStringFormat)
      add(Array.from('a1 .@-\n(', (letter) => letter.repeat(maxBytes / 2)))
    add(['['.repeat(1000) + ']'.repeat(1000)].map((text): unknown => JSON.parse(text)))
  }
  visit(schema, '', (value) => value)
  return found
}
