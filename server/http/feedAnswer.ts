import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { fieldKinds, valueAt } from '#contract/calls/lists.ts'
import { z } from 'zod'
import { textField } from '../exports/csv.ts'

interface FeedPage {
  list: object[]
  next: string
  hasMore: boolean
}

const isPage = (data: unknown): data is FeedPage =>
  typeof data === 'object' && data !== null && 'list' in data && 'next' in data && 'hasMore' in data

/**
 * Answers a feed as JSON or CSV, with an ETag; 304 without a body when the client has this answer. A CSV answer has its cursor in
 * `X-Next-Cursor` and `X-Has-More`.
 * @param isCsv the address asks for CSV; otherwise `Accept` decides
 */
export function answerFeed(
  endpoint: Endpoint,
  data: unknown,
  { request, reply, isCsv }: { request: FastifyRequest; reply: FastifyReply; isCsv: boolean },
): FastifyReply {
  if (!isPage(data)) throw new Error(`${endpoint.path} answers no feed`)
  const asCsv = isCsv || prefersCsv(request.headers.accept)
  const body = asCsv ? toCsv(endpoint, data.list) : JSON.stringify({ success: true, data })
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  void reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Accept, Authorization' })
  if (asCsv) void reply.headers({ 'X-Next-Cursor': data.next, 'X-Has-More': String(data.hasMore) })
  if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type(asCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8').send(body)
}

/** Whether an `Accept` header names CSV, and JSON not before it. */
function prefersCsv(accept: string | undefined): boolean {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim())
  const csv = types.indexOf('text/csv')
  const json = types.findIndex((type) => type === 'application/json' || type === '*/*')
  return csv >= 0 && (json < 0 || csv < json)
}

/** Compares weakly (RFC 9110): a proxy that compresses an answer marks its tag as weak. */
function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === tag || part.trim() === '*')
}

/** Ratios are texts in answers, and numbers in a file. */
const decimal = /^-?\d+(\.\d+)?$/

function toCsv({ reply }: Endpoint, rows: readonly object[]): string {
  const list: unknown = reply instanceof z.ZodObject ? reply.shape['list'] : null
  if (!(list instanceof z.ZodArray)) throw new Error('the feed has no list')
  const kinds = [...fieldKinds(list.element)]
  const field = (row: object, [path, kind]: (typeof kinds)[number]): string => {
    const value = valueAt(row, path)
    if (value === null || value === undefined) return ''
    if (Array.isArray(value)) return textField(value.join(' '))
    const text = String(value)
    return kind !== 'text' || decimal.test(text) ? text : textField(text)
  }
  const lines = rows.map((row) => kinds.map((kind) => field(row, kind)).join(','))
  return [kinds.map(([path]) => path).join(','), ...lines, ''].join('\r\n')
}
