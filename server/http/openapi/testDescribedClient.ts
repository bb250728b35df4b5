import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Json = Record<string, unknown>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}

interface Operation {
  operationId?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
  security?: Record<string, string[]>[]
}

export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string; in?: string; name?: string; scheme?: string }> }
}

export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Json | undefined
}

interface Described {
  method: string
  path: string
  operation: Operation
}

/**
 * For tests: a client that knows only an OpenAPI document. It calls operations by id and validates every request and answer
 * against the document's schemas.
 * @param send transmits a request
 */
export function createDescribedClient(
  document: ApiDescription,
  send: (request: WireRequest) => Promise<{ status: number; contentType: string; body: unknown }>,
) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'doc' })
  const operations = new Map<string, Described>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== undefined)
        operations.set(operation.operationId, { method: method.toUpperCase(), path, operation })
    }
  }
  const given: { headers: Record<string, () => string>; secrets: Record<string, string> } = { headers: {}, secrets: {} }

  const check = (schema: Json, value: unknown, what: string): void => {
    const validate: ValidateFunction = ajv.compile(inDocument(schema))
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`)
  }

  return {
    operationIds: [...operations.keys()],
    /** Sets the secret of a security scheme. */
    authorise(scheme: string, secret: string) {
      given.secrets[scheme] = secret
    },
    /** Sets the value of a required header. */
    fill(header: string, value: () => string) {
      given.headers[header] = value
    },
    async call(operationId: string, input: Json = {}): Promise<{ status: number; body: unknown }> {
      const described = operations.get(operationId)
      if (!described) throw new Error(`the document has no ${operationId}`)
      const { method, path, operation } = described
      const remainingInput = { ...input }
      const headers: Record<string, string> = {}
      const query = new URLSearchParams()
      let url = path
      for (const parameter of (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))) {
        const value = parameter.in === 'header' ? given.headers[parameter.name]?.() : remainingInput[parameter.name]
        if (value === undefined && parameter.required === true)
          throw new Error(`${operationId} needs ${parameter.name}`)
        if (value === undefined) continue
        if (parameter.in === 'header') headers[parameter.name] = String(value)
        else {
          check(parameter.schema, value, `${operationId}: ${parameter.name}`)
          if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
          else query.set(parameter.name, String(value))
          delete remainingInput[parameter.name]
        }
      }
      const ways = operation.security ?? []
      const way = ways.find((names) => Object.keys(names).every((name) => given.secrets[name] !== undefined)) ?? ways[0]
      for (const name of Object.keys(way ?? {})) {
        const scheme = document.components.securitySchemes[name]
        if (scheme?.type === 'http' && scheme.scheme === 'bearer') {
          headers['authorization'] = `Bearer ${given.secrets[name] ?? ''}`
          continue
        }
        if (scheme?.in !== 'header' || scheme.name === undefined) throw new Error(`how is ${name} met?`)
        headers[scheme.name] = given.secrets[name] ?? ''
      }
      const schema = operation.requestBody?.content['application/json']?.schema
      if (schema) check(schema, remainingInput, `${operationId}: body`)
      else if (Object.keys(remainingInput).length > 0)
        throw new Error(`${operationId} takes no ${Object.keys(remainingInput).join()}`)
      const search = query.size > 0 ? `?${query.toString()}` : ''
      const answer = await send({ method, url: url + search, headers, body: schema ? remainingInput : undefined })
      const response = operation.responses[String(answer.status)] ?? operation.responses['default']
      const reply = response?.content?.[answer.contentType.replace(/;.*/, '')]
      if (!reply) throw new Error(`${operationId}: ${answer.status} ${answer.contentType} is not in the document`)
      if (answer.contentType.startsWith('application/json')) check(reply.schema, answer.body, `${operationId}: answer`)
      return { status: answer.status, body: answer.body }
    },
  }
}

/** Rewrites a schema's references to start at the document's root. */
function inDocument(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc#/')) as Json
}

function resolve<T extends object>(document: object, value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value
  let found: unknown = document
  for (const step of value.$ref.replace(/^#\//, '').split('/')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined
  }
  if (typeof found !== 'object' || found === null) throw new Error(`${value.$ref} leads nowhere`)
  return found as T
}
