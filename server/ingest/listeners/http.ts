import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maxMessageBytes } from '#contract/readings.ts'
import type { IngestReply } from '#contract/readings.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import { CallError } from '../../callError.ts'
import { type DecoderName, decoderNames, type Outcome } from '../message.ts'
import type { Pipeline } from '../pipeline.ts'
import { findSource, mayUse } from '../sources.ts'

interface HttpDoorParts {
  pipeline: Pipeline
  registry: () => Registry
}

const busyRetrySeconds = 1

/** The doors for readings over HTTP; each answers when the readings are on disk. */
export async function openHttpListener(app: FastifyInstance, { pipeline, registry }: HttpDoorParts): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxMessageBytes }, (_request, body, done) => done(null, body))
    const methods = { json: ['POST'], minew: ['POST'], osmand: ['GET', 'POST'] } as const satisfies Record<DecoderName, string[]>
    for (const adapter of decoderNames) {
      door.route({
        method: [...methods[adapter]],
        url: `/ingest/${adapter}`,
        bodyLimit: maxMessageBytes,
        // Before the body is read: what is refused takes up no memory.
        onRequest: async (request) => {
          assertRoom(pipeline)
          if (!mayUse(sourceOf(request, registry()), adapter)) throw new CallError('NOT_ALLOWED')
        },
        handler: async (request, reply) => {
          const source = sourceOf(request, registry())
          assertRoom(pipeline)
          const outcome = await pipeline.accept(source, adapter, `/ingest/${adapter}`, null, bodyOf(request))
          return answer(reply, outcome)
        },
      })
    }
  })
}

function assertRoom(pipeline: Pipeline): void {
  if (!pipeline.hasRoom()) throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
}

/** The body, or the query of a request that has none. */
function bodyOf(request: FastifyRequest): Uint8Array {
  if (request.body instanceof Buffer && request.body.length > 0) return request.body
  const query = request.raw.url?.split('?', 2)[1] ?? ''
  return Buffer.from(query)
}

function sourceOf(request: FastifyRequest, registry: Registry): Source {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const query = request.query as Record<string, unknown>
  const secret = bearer ?? (typeof query['token'] === 'string' ? query['token'] : undefined)
  const source = secret === undefined ? undefined : findSource(registry, secret)
  if (!source) throw new CallError('NOT_SIGNED_IN')
  return source
}

function answer(reply: FastifyReply, outcome: Outcome): FastifyReply {
  if (outcome.kind === 'failed') throw new CallError('INTERNAL')
  if (outcome.kind === 'unreadable') {
    const { reason, field } = outcome
    throw new CallError(reason, { fields: field === '' ? {} : { [field]: reason.toLowerCase() } })
  }
  const { stored, duplicate, rejected, sent } = outcome
  const data: IngestReply = { stored, duplicate, rejected }
  if (sent > 0 && stored + duplicate === 0) {
    const error = { code: 'ALL_REJECTED', message: 'every reading was rejected' }
    return reply.code(422).send({ success: false, data, error })
  }
  return reply.code(200).send({ success: true, data })
}
