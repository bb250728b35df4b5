import { z } from 'zod'

interface JsonSchema {
  type?: string
  format?: string
  exclusiveMinimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** A place in an input that holds an id. `['inviteeIds', '*']` means each element of a list. */
export interface IdField {
  path: string[]
  /** The last name on the path. */
  name: string
}

/** Fields that are called ids but refer to no record: texts printed on a device or given by an identity provider. */
const nonRecordIds = new Set(['deviceId', 'clientId'])

const fieldsBySchema = new WeakMap<z.core.$ZodType, IdField[]>()

/** Returns the places of an input that take the id of a record, by their schema and by their name. */
export function idFields(input: z.core.$ZodType): IdField[] {
  const fields = fieldsBySchema.get(input) ?? findIdFields(input)
  fieldsBySchema.set(input, fields)
  return fields
}

function findIdFields(input: z.core.$ZodType): IdField[] {
  const found = new Map<string, IdField>()
  const walk = (schema: JsonSchema, path: string[]): void => {
    const name = path.findLast((step) => step !== '*') ?? ''
    const isId = isIdSchema(schema) || (isScalar(schema) && /^ids?$|Ids?$/.test(name) && !nonRecordIds.has(name))
    if (isId) found.set(path.join('.'), { path, name })
    for (const [key, property] of Object.entries(schema.properties ?? {})) walk(property, [...path, key])
    if (schema.items) walk(schema.items, [...path, '*'])
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, [...path, '*'])
    for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(choice, path)
  }
  walk(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as JsonSchema, [])
  return [...found.values()]
}

/** Returns whether a schema is `idSchema` or `z.uuid()`, at any depth. */
function isIdSchema({ type, format, exclusiveMinimum, maximum }: JsonSchema): boolean {
  return format === 'uuid' || (type === 'integer' && exclusiveMinimum === 0 && maximum === Number.MAX_SAFE_INTEGER)
}

function isScalar({ type }: JsonSchema): boolean {
  return type === 'integer' || type === 'number' || type === 'string'
}

/** Returns an input with a value set at a path. */
export function withValue(input: object, path: readonly string[], value: unknown): object {
  const [step = '', ...innerPath] = path
  const inner: unknown =
    innerPath.length === 0
      ? value
      : innerPath[0] === '*'
        ? [
            innerPath.length === 1
              ? value
              : withValue(asObject(firstOf(Reflect.get(input, step))), innerPath.slice(1), value),
          ]
        : withValue(asObject(Reflect.get(input, step)), innerPath, value)
  return { ...input, [step]: inner }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
