import { toInstant } from '../../clock.ts'

/** Object identifiers of PostgreSQL's own types (`pg_type.dat`). */
const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamptz: 1184,
  jsonb: 3802,
} as const

/** Element type of each array type that queries send or read. Other arrays are sent and read as text. */
const arrayTypes: Readonly<Record<number, number>> = {
  1000: oid.bool,
  1001: oid.bytea,
  1002: 18,
  1003: 19,
  1005: oid.int2,
  1007: oid.int4,
  1009: 25,
  1015: 1043,
  1016: oid.int8,
  1021: oid.float4,
  1022: oid.float8,
  1028: oid.oid,
  1041: 869,
  1115: 1114,
  1182: oid.date,
  1185: oid.timestamptz,
  1231: 1700,
  199: oid.json,
  2951: 2950,
  3807: oid.jsonb,
}

/** A value that is sent as the text of its JSON. */
export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

type Parser = (text: string) => unknown

const toNumber: Parser = Number
const toJson: Parser = (text) => JSON.parse(text) as unknown
const toBytes: Parser = (text) => Buffer.from(text.slice(2), 'hex')

/** `2026-05-01 02:00:00.123+00` as epoch ms. */
const toEpochMs: Parser = (text) => Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))

/** Parsers of the types that are not read as text. Bigints become numbers and instants epoch ms; numerics and dates stay texts. */
const parsers = new Map<number, Parser>([
  [oid.bool, (text) => text === 't'],
  [oid.bytea, toBytes],
  [oid.int2, toNumber],
  [oid.int4, toNumber],
  [oid.int8, toNumber],
  [oid.oid, toNumber],
  [oid.float4, toNumber],
  [oid.float8, toNumber],
  [oid.json, toJson],
  [oid.jsonb, toJson],
  [oid.timestamptz, toEpochMs],
])

const asText: Parser = (text) => text

/** Returns the parser for a column's text. @param type object identifier */
export function parserOf(type: number): Parser {
  const element = arrayTypes[type]
  if (element === undefined) return parsers.get(type) ?? asText
  const parse = parsers.get(element) ?? asText
  return (text) => readArray(text, parse)
}

/** Reads the text of an array such as `{1,NULL,"a b"}`, nested ones too. */
function readArray(text: string, parse: Parser): unknown[] {
  // Bounds that do not start at 1 precede the braces: `[0:2]={…}`.
  let at = text.indexOf('{')
  const readList = (): unknown[] => {
    const list: unknown[] = []
    at++
    while (text[at] !== '}') {
      if (text[at] === ',') at++
      else list.push(readElement())
    }
    at++
    return list
  }
  const readElement = (): unknown => {
    if (text[at] === '{') return readList()
    if (text[at] === '"') {
      let value = ''
      for (at++; text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        value += text[at]
      }
      at++
      return parse(value)
    }
    const from = at
    while (text[at] !== ',' && text[at] !== '}') at++
    const value = text.slice(from, at)
    return value === 'NULL' ? null : parse(value)
  }
  return readList()
}

function writeArray(values: readonly unknown[], element: number): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value)) return writeArray(value, element)
    const text = writeScalar(value, element)
    return /^[\w.+-]+$/.test(text) && !/^null$/i.test(text) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${items.join(',')}}`
}

function writeScalar(value: unknown, type: number): string {
  if (value instanceof Json) return value.text
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  if (type === oid.json || type === oid.jsonb) return JSON.stringify(value)
  if (type === oid.timestamptz) return typeof value === 'number' ? toInstant(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  return String(value)
}

/**
 * Returns the text of a parameter for the type that the database expects.
 * @param type object identifier; an epoch ms of a `timestamptz` is sent as an instant
 * @returns null for NULL
 */
export function writeParameter(value: unknown, type: number): string | null {
  if (value === null) return null
  const isJson = type === oid.json || type === oid.jsonb
  return Array.isArray(value) && !isJson ? writeArray(value, arrayTypes[type] ?? 0) : writeScalar(value, type)
}

/** Returns the type to announce for a parameter; 0 leaves it to the database. */
export function announcedType(value: unknown): number {
  if (value instanceof Json) return oid.jsonb
  if (typeof value === 'boolean') return oid.bool
  if (typeof value === 'bigint') return oid.int8
  if (value instanceof Uint8Array) return oid.bytea
  return value instanceof Date ? oid.timestamptz : 0
}
