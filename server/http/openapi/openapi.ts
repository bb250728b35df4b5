import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { errorCodes } from '#contract/calls/envelope.ts'
import { keyPrefix } from '#contract/people/apiKeys.ts'
import { scopeOf } from '#contract/calls/keyScopes.ts'
import { csvFeedOf } from '#contract/calls/feeds.ts'
import { exportContentTypes, exportOf } from '#contract/calls/exports.ts'
import { documentReplySchema } from '#contract/calls/documents.ts'
import { importSchema } from '#contract/calls/imports.ts'
import { imageReplySchema } from '#contract/calls/images.ts'
import { ingestReplySchema } from '#contract/herd/readings.ts'
import { cameraPaths } from './cameras.ts'
import { baseMapPaths, documentPaths, madeFilePaths, imagePaths, importPaths } from './files.ts'
import { ingestPaths } from './ingest.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  delete json.$schema
  return json
}

/** Returns the schema of a path or query parameter: it arrives as text, and the input schema converts it. */
function parameterSchema(input: z.core.$ZodType, field: string): unknown {
  const { properties = {} } = schemaOf(input, 'output') as { properties?: Json }
  return properties[field]
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
})

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { enum: errorCodes },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        details: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      },
      required: ['code', 'message'],
    },
  },
  required: ['success', 'error'],
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })
const failures = {
  default: {
    description: 'A refusal.',
    headers: header('Retry-After'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  },
}

/** Answers of an export: the file without an envelope. */
const fileResponses = {
  200: {
    description: 'The file. A connection that breaks off means that it is not whole.',
    content: Object.fromEntries(
      Object.values(exportContentTypes).map((type) => [
        type.replace(/;.*/, ''),
        { schema: { type: 'string', format: 'binary' } },
      ]),
    ),
  },
  ...failures,
}

/** Answers of a feed as CSV. */
const feedResponses = {
  200: {
    description: 'The rows, with a header row. The cursor is in X-Next-Cursor.',
    headers: { ...header('ETag'), ...header('X-Next-Cursor'), ...header('X-Has-More') },
    content: { 'text/csv': { schema: { type: 'string' } } },
  },
  304: { description: 'The client has this answer: its If-None-Match is the ETag.' },
  ...failures,
}

/** Returns the credentials of a call: none, a person's session, or also an API key with a scope. */
function securityOf(call: Endpoint): Json[] {
  if (call.access === 'public') return []
  const scope = scopeOf(call)
  return scope === null ? [{ token: [] }] : [{ token: [] }, { key: [scope] }]
}

function operationOf(noun: string, name: string, call: Endpoint): Json {
  const pathNames = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const {
    properties = {},
    required = [],
    ...input
  } = schemaOf(call.input, 'input') as {
    properties?: Json
    required?: string[]
  }
  const body = {
    ...input,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !pathNames.includes(field))),
    required: required.filter((field) => !pathNames.includes(field)),
  }
  const isUnion = 'anyOf' in input || 'oneOf' in input
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: call.summary,
    description: `May be called by: ${typeof call.access === 'string' ? call.access : call.access.join(', ')}.`,
    security: securityOf(call),
    parameters: [
      { $ref: '#/components/parameters/Language' },
      ...(call.access === 'public'
        ? []
        : [{ $ref: '#/components/parameters/Timestamp' }, { $ref: '#/components/parameters/Idle' }]),
      ...pathNames.map((field) => ({
        name: field,
        in: 'path',
        required: true,
        schema: parameterSchema(call.input, field),
      })),
      ...(hasBody
        ? []
        : Object.keys(body.properties).map((field) => ({
            name: field,
            in: 'query',
            required: body.required.includes(field),
            schema: parameterSchema(call.input, field),
          }))),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: isUnion || body.required.length > 0,
            content: { 'application/json': { schema: isUnion ? input : body } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        ...(call.access === 'public' ? {} : { headers: header('X-CLOCK-SKEW') }),
        content: { 'application/json': { schema: envelopeOf(schemaOf(call.reply, 'output')) } },
      },
      ...(call.isFeed === true && { 304: feedResponses[304] }),
      ...failures,
    },
  }
}

/** Generates the OpenAPI 3.1 description of every call from the endpoint table. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {
    ...ingestPaths(envelopeOf(schemaOf(ingestReplySchema, 'output')), failures),
    ...imagePaths(envelopeOf(schemaOf(imageReplySchema, 'output')), failures),
    ...documentPaths(envelopeOf(schemaOf(documentReplySchema, 'output')), failures),
    ...baseMapPaths(failures),
    ...madeFilePaths(failures),
    ...cameraPaths(failures),
    ...importPaths(envelopeOf(schemaOf(importSchema, 'output')), failures),
  }
  for (const [noun, calls] of Object.entries(endpoints)) {
    for (const [name, call] of Object.entries(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(noun, name, call) }
      const file = exportOf(call)
      const csv = csvFeedOf(call)
      if (csv !== null) paths[csv.path] = { get: { ...operationOf(noun, `${name}Csv`, csv), responses: feedResponses } }
      if (file !== null) paths[file.path] = { post: { ...operationOf(noun, 'export', file), responses: fileResponses } }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Drover',
      version: '0.1.0',
      description: 'Times in answers are ISO 8601 UTC with milliseconds; coordinates are WGS-84, longitude first.',
    },
    paths,
    components: {
      schemas: { Failure: errorSchema },
      parameters: {
        Timestamp: {
          name: 'X-AUTH-TIMESTAMP',
          in: 'header',
          description:
            'The sender’s time, epoch milliseconds. Required with a session, not with an API key. Off by more than 5 minutes, the reply carries X-CLOCK-SKEW.',
          schema: { type: 'integer' },
        },
        Idle: {
          name: 'X-AUTH-IDLE',
          in: 'header',
          description:
            'Milliseconds since a person last acted where the call comes from: from a minute on, it keeps no session from ending idle. Absent, the call is an act.',
          schema: { type: 'integer', minimum: 0 },
        },
        Language: {
          name: 'Accept-Language',
          in: 'header',
          description: 'The language of messages: zh-CN (the default), zh-TW, en-US or pt-BR.',
          schema: { type: 'string' },
        },
      },
      headers: {
        'Retry-After': { description: 'After how many seconds it is worth another try.', schema: { type: 'integer' } },
        ETag: { description: 'Send it back as If-None-Match.', schema: { type: 'string' } },
        'X-Next-Cursor': { description: 'The cursor after these rows.', schema: { type: 'string' } },
        'X-Has-More': { description: 'Whether more rows follow now: true or false.', schema: { type: 'string' } },
        'X-CLOCK-SKEW': {
          description: 'By how many milliseconds the sender’s clock is ahead, when it is off by more than 5 minutes.',
          schema: { type: 'integer' },
        },
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-AUTH-TOKEN' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${keyPrefix}…`,
          description:
            'An API key of an organisation, with the scopes named at the call; never together with a session.',
        },
        source: { type: 'http', scheme: 'bearer', description: 'The secret of a source; or `?token=`.' },
      },
    },
  }
}
