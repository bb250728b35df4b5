import { decoderNames, formatOf } from '../../ingest/decoders/decoders.ts'
import type { DecoderFormat } from '../../ingest/message.ts'

type Json = Record<string, unknown>

/** Describes the routes of ingest and monitoring, which are outside the endpoint table. */
export function ingestPaths(reply: Json, failures: Json): Record<string, Json> {
  const security = [{ source: [] }]
  const responses = {
    200: { description: 'Stored, after the commit.', content: { 'application/json': { schema: reply } } },
    ...failures,
  }
  const pathOf = ({ methods, summary, query = {}, content }: DecoderFormat): Json => {
    const parameters = Object.entries(query).map(([name, required]) => ({
      name,
      in: 'query',
      required,
      schema: { type: 'string' },
    }))
    const bodies = content && Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
    const operation = (method: string): Json => ({
      tags: ['ingest'],
      summary,
      security,
      ...(parameters.length > 0 && { parameters }),
      ...(bodies && method === 'POST' && { requestBody: { required: true, content: bodies } }),
      responses,
    })
    return Object.fromEntries(methods.map((method) => [method.toLowerCase(), operation(method)]))
  }
  const text = (summary: string) => ({
    get: { tags: ['watching'], summary, security: [], responses: { 200: { description: 'As it is.' } } },
  })
  return {
    ...Object.fromEntries(decoderNames.map((name) => [`/ingest/${name}`, pathOf(formatOf(name))])),
    '/health/live': text('Answers as long as the process does.'),
    '/health/ready': text('200, or 503 with what is missing.'),
    '/metrics': text(
      'Prometheus text; with METRICS_TOKEN, or without one from this machine to a server that is for it alone.',
    ),
  }
}
