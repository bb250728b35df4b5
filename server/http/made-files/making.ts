import { finished, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Access } from '#contract/calls/endpoint.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import type { CallInfo } from '../../handler.ts'
import { readLanguage } from '../../languages.ts'
import { mayCall } from '../bind.ts'
import { Slots } from '../costly/slots.ts'
import { attachmentAs } from '../files/fileNames.ts'
import { createUploadGate } from '../files/uploadGate.ts'

const paramsSchema = z.object({ id: z.coerce.number().pipe(idSchema) })
/** Concurrent files per route. Each occupies a drawing process and a database connection, and a user has at most one. */
const slotLimits = { inAll: 2, perOrganisation: 1, maxWaitMs: 10_000, patienceMs: 10_000 }
/** Maximum time to make a file, ms. */
const maxDurationMs = 120_000

/** A file made for one answer. Call `remove` when it is sent or no longer wanted. */
export interface Made {
  stream: Readable
  name: string
  remove(): Promise<void>
}

interface MadeFileRoute {
  /** Contains `{id}`. */
  path: string
  access: Access
  contentType: string
  make(
    caller: Caller,
    id: number,
    info: Pick<CallInfo, 'address' | 'agent' | 'language'>,
    signal: AbortSignal,
  ): Promise<Made>
}

/** Returns a function that adds routes whose answer is a file made on request and not stored; few per route and organisation at a time. */
export function createMaking(
  server: FastifyInstance,
  context: Pick<Context, 'sessions' | 'securityLog'>,
): (route: MadeFileRoute) => void {
  const { requireCaller } = createUploadGate(context)
  return ({ path, access, contentType, make }) => {
    const slots = new Slots(slotLimits)
    server.post(path.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
      const caller = await requireCaller(request)
      const agent = request.headers['user-agent']
      const { userId, userName } = caller
      if (!mayCall(access, caller)) {
        context.securityLog.note({
          kind: 'REFUSED',
          userId,
          userName,
          address: request.ip,
          agent,
          what: `POST ${path}`,
        })
        throw new CallError('NOT_ALLOWED')
      }
      const parsed = paramsSchema.safeParse(request.params)
      if (!parsed.success) throw new CallError('NOT_FOUND')
      const clientClosed = new AbortController()
      reply.raw.once('close', () => clientClosed.abort())
      const signal = AbortSignal.any([clientClosed.signal, AbortSignal.timeout(maxDurationMs)])
      const slot = await slots.take(caller, () => {}, signal)
      try {
        const { stream, name, remove } = await make(
          caller,
          parsed.data.id,
          { address: request.ip, agent, language: readLanguage(request.headers['accept-language']) },
          signal,
        )
        finished(stream, () => void remove())
        reply.raw.once('close', () => stream.destroy())
        return await reply
          .type(contentType)
          .headers({ 'Cache-Control': 'no-store', 'Content-Disposition': attachmentAs(name) })
          .send(stream)
      } finally {
        slot.end()
      }
    })
  }
}
