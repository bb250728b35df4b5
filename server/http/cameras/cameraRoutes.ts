import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cameraMediaPath, cameraViewers, maxOfferBytes } from '#contract/projects/cameras.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { CameraError } from '../../media/cameraFetch.ts'
import { isPlaylist, maxPlaylistBytes, relinkPlaylist } from '../../media/playlists.ts'
import { addressOfLink, type CameraLink, findCamera, readLink } from '../../resources/projects/cameras/cameraViews.ts'
import { createSnapshots } from './snapshots.ts'
import { createViewingRoom } from './viewingRoom.ts'

const querySchema = z.object({ of: z.string().max(8000) })
/** Maximum size of a video segment, bytes, and maximum time to fetch it, ms. */
const maxSegmentBytes = 32 * 1024 * 1024
const segmentMs = 20_000
const playlistMs = 8_000
const sdp = 'application/sdp'
/** Content types passed on to a browser, none of which it would execute or render as a page. */
const mediaTypes = /^(?:video\/(?:mp2t|mp4|iso\.segment)|audio\/(?:mp4|aac|mpeg|mp2t)|text\/vtt)$/
const playlistType = 'application/vnd.apple.mpegurl'

interface Opened {
  link: CameraLink
  caller: Caller
}

/**
 * Adds the routes that relay camera media to users who may see them.
 * The browser needs no network access to the camera, no CORS from it, and never learns its address.
 */
export async function addCameraRoutes(server: FastifyInstance, context: Context): Promise<void> {
  const { sql, sessions, cameraFetch: fetch } = context
  const snapshots = createSnapshots(context)
  const room = createViewingRoom()
  server.addHook('onClose', async () => snapshots.close())

  /** @throws CallError LINK_EXPIRED for an invalid link or an ended session, NOT_FOUND for a camera that the caller can no longer see */
  const open = async (request: FastifyRequest, ...kinds: CameraLink['kind'][]): Promise<Opened> => {
    const query = querySchema.safeParse(request.query)
    const link = query.success ? readLink(context, query.data.of) : null
    const holder = link && (await sessions.holderOf(link.tokenHash))
    if (!link || !holder || holder.twoFactorDue || !cameraViewers.some((role) => role === holder.role))
      throw new CallError('LINK_EXPIRED')
    const caller = { ...holder, address: request.ip }
    const camera = await findCamera(sql, caller, link.cameraId)
    const now = link.kind === 'SNAPSHOT' ? camera.snapshotAddress : camera.streamAddress
    if (!kinds.includes(link.kind) || now === null || new URL(now).origin !== new URL(link.address).origin)
      throw new CallError('NOT_FOUND')
    return { link, caller }
  }

  const relayHls = async ({ link, caller }: Opened, reply: FastifyReply, signal: AbortSignal) => {
    const isSegment = /\.(?:ts|m4s|mp4|aac|vtt)$/i.test(new URL(link.address).pathname)
    if (!isSegment) {
      const { content, contentType } = await fetch.read(link.address, {
        maxBytes: maxSegmentBytes,
        timeoutMs: segmentMs,
        signal,
      })
      const text = content.length <= maxPlaylistBytes ? content.toString('utf8') : ''
      if (!isPlaylist(text)) return reply.type(typeOf(contentType)).send(content)
      return reply
        .type(playlistType)
        .send(
          relinkPlaylist(text, link.address, (address) =>
            addressOfLink(context, { ...link, address, tokenHash: caller.tokenHash }),
          ),
        )
    }
    const { status, contentType, body } = await fetch.ask(link.address, {
      maxBytes: maxSegmentBytes,
      timeoutMs: segmentMs,
      signal,
    })
    if (status !== 200) {
      body.destroy()
      throw new CameraError('BAD_STATUS')
    }
    return reply.type(typeOf(contentType)).send(body)
  }

  await server.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(sdp, { parseAs: 'string', bodyLimit: maxOfferBytes }, (_request, body, done) =>
      done(null, body),
    )

    routes.get(cameraMediaPath, { compress: false }, async (request, reply) => {
      const opened = await open(request, 'HLS', 'SNAPSHOT')
      room.enter(opened.caller.userId, reply)
      void reply.header('Cache-Control', 'private, no-store')
      const clientClosed = new AbortController()
      reply.raw.once('close', () => clientClosed.abort())
      return refuseCameraErrors(async () => {
        if (opened.link.kind === 'HLS') return relayHls(opened, reply, clientClosed.signal)
        return reply.type('image/webp').send(await snapshots.of(opened.link))
      })
    })

    routes.post(cameraMediaPath, { bodyLimit: maxOfferBytes }, async (request, reply) => {
      const { link, caller } = await open(request, 'WHEP')
      room.enter(caller.userId, reply)
      if (typeof request.body !== 'string') throw new CallError('UNSUPPORTED_MEDIA_TYPE')
      const offer = request.body
      return refuseCameraErrors(async () => {
        const { status, location, body } = await fetch.ask(link.address, {
          method: 'POST',
          body: offer,
          contentType: sdp,
          maxBytes: maxOfferBytes,
          timeoutMs: playlistMs,
        })
        const answer = await textOf(body)
        if (status !== 201) throw new CameraError('BAD_STATUS')
        const session =
          location !== undefined && URL.canParse(location, link.address) ? new URL(location, link.address) : null
        if (session?.origin === new URL(link.address).origin)
          void reply.header('Location', addressOfLink(context, { ...link, kind: 'SESSION', address: session.href }))
        return reply.code(201).type(sdp).header('Cache-Control', 'no-store').send(answer)
      })
    })

    routes.delete(cameraMediaPath, async (request, reply) => {
      const { link } = await open(request, 'SESSION')
      return refuseCameraErrors(async () => {
        const { body } = await fetch.ask(link.address, {
          method: 'DELETE',
          maxBytes: maxOfferBytes,
          timeoutMs: playlistMs,
        })
        body.destroy()
        return reply.header('Cache-Control', 'no-store').send({ success: true, data: {} })
      })
    })
  })
}

/** Turns any camera error into UNAVAILABLE. */
async function refuseCameraErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CameraError) throw new CallError('UNAVAILABLE', { cause: error })
    throw error
  }
}

const typeOf = (contentType: string) => (mediaTypes.test(contentType) ? contentType : 'application/octet-stream')

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
