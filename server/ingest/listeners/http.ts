import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type IngestReply, maxMessageBytes } from '#contract/herd/readings.ts'
import { CallError } from '../../callError.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import type { Outcome } from '../intake.ts'
import { decoderNames, formatOf } from '../decoders/decoders.ts'
import type { Receiver } from '../receiver.ts'
import { Arrivals } from './arrivals.ts'
import { findSource, mayUse } from '../sources.ts'

interface HttpListenerParts {
  receiver: Receiver
  registry: () => Registry
}

const busyRetrySeconds = 1

/** Adds the routes that receive readings over HTTP. Each request is answered when its readings are on disk. */
export async function addIngestRoutes(app: FastifyInstance, { receiver, registry }: HttpListenerParts): Promise<void> {
  const arrivals = new Arrivals()
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxMessageBytes }, (_request, body, done) =>
      done(null, body),
    )
    for (const decoder of decoderNames) {
      routes.route({
        method: [...formatOf(decoder).methods],
        url: `/ingest/${decoder}`,
        bodyLimit: maxMessageBytes,
        // Before the body is read, so that refused requests use no memory.
        onRequest: async (request, reply) => {
          const source = sourceOf(request, registry())
          if (!mayUse(source, decoder)) throw new CallError('NOT_ALLOWED')
          requireRoom(receiver, source)
          if (!arrivals.admit(source.id, request.raw, reply.raw)) throw busy()
        },
        handler: async (request, reply) => {
          const source = sourceOf(request, registry())
          requireRoom(receiver, source)
          return answer(
            reply,
            await receiver.receive(source, decoder, `/ingest/${decoder}`, null, bodyOf(request), eventOf(request)),
          )
        },
      })
    }
  })
}

function requireRoom(receiver: Receiver, source: Source): void {
  if (!receiver.hasRoom(source)) throw busy()
}

const busy = () => new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })

/** Returns the body, or the query of a request without a body. */
function bodyOf(request: FastifyRequest): Uint8Array {
  if (request.body instanceof Buffer && request.body.length > 0) return request.body
  const query = request.raw.url?.split('?', 2)[1] ?? ''
  return Buffer.from(query)
}

/** Returns ChirpStack's event name: `?event=up`. */
function eventOf(request: FastifyRequest): string | null {
  const { event } = request.query as Record<string, unknown>
  return typeof event === 'string' ? event : null
}

function sourceOf(request: FastifyRequest, registry: Registry): Source {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const { token } = request.query as Record<string, unknown>
  const source = bearer === undefined ? sourceInAddress(registry, token) : findSource(registry, bearer)
  if (!source) throw new CallError('NOT_SIGNED_IN')
  return source
}

/** Addresses appear in logs, so a secret in one is accepted only for sources whose devices cannot set headers. */
function sourceInAddress(registry: Registry, token: unknown): Source | undefined {
  const source = typeof token === 'string' ? findSource(registry, token) : undefined
  return source?.takesQueryToken === true ? source : undefined
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
