import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { alertEvidencePath, evidenceContentType, evidenceRoles } from '#contract/alerts/alertEvidence.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { zipOf } from '../../exports/evidence/pack.ts'
import { readLanguage } from '../../languages.ts'
import { takeEvidence } from '../../resources/alerts/evidence/takeEvidence.ts'
import { mayCall } from '../bind.ts'
import { createUploadGate } from '../files/uploadGate.ts'

const paramsSchema = z.object({ id: z.coerce.number().pipe(idSchema) })
/** Each has a process that draws and a connection of the database for a while, and nobody has more than one. */
const mostAtOnce = 2
const retryAfterSeconds = 10
/** A pack that is not made by then is given up, ms. */
const longestMs = 120_000

/** The evidence pack of an alert, which is made for whoever asks and kept nowhere. @param context with the pool of lists, files and reports */
export function addEvidenceRoute(server: FastifyInstance, context: Context): void {
  const { requireCaller } = createUploadGate(context)
  const making = new Set<number>()
  server.post(alertEvidencePath.replace('{id}', ':id'), { compress: false }, async (request, reply) => {
    const caller = await requireCaller(request)
    const agent = request.headers['user-agent']
    const { userId, userName } = caller
    if (!mayCall(evidenceRoles, caller)) {
      context.securityLog.note({ kind: 'REFUSED', userId, userName, address: request.ip, agent, what: `POST ${alertEvidencePath}` })
      throw new CallError('NOT_ALLOWED')
    }
    const parsed = paramsSchema.safeParse(request.params)
    if (!parsed.success) throw new CallError('NOT_FOUND')
    const { id } = parsed.data
    if (making.size >= mostAtOnce || making.has(userId)) throw new CallError('BUSY', { retryAfterSeconds })
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(longestMs)])
    making.add(userId)
    try {
      const { pack, remove } = await takeEvidence(context, caller, id, { address: request.ip, agent, language: readLanguage(request.headers['accept-language']) }, signal)
      const stream = zipOf(pack)
      finished(stream, () => void remove())
      reply.raw.once('close', () => stream.destroy())
      return await reply
        .type(evidenceContentType)
        .headers({ 'Cache-Control': 'no-store', 'Content-Disposition': `attachment; filename="alert-${id}-evidence.zip"` })
        .send(stream)
    } finally {
      making.delete(userId)
    }
  })
}
