import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../../rateLimiter.ts'
import { createUploadRoom, type AdmittedUpload } from './uploadRoom.ts'

/** Limits on concurrent uploads of up to 10 MB, separately for signed-in and unauthenticated senders. */
const uploadLimits = { inAll: 4, perOwner: 2, patienceMs: 3000 }

/** Decides who may send and read files, and limits concurrent uploads of all types together. */
export interface UploadGate {
  /** Finds the caller; null when not signed in, or for a wall, which sends no files. */
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** Requires a signed-in user without a missing second factor. @throws CallError NOT_SIGNED_IN, TWO_FACTOR_DUE */
  requireCaller(request: FastifyRequest): Promise<Caller>
  /** Requires a signed-in user or wall; walls show pictures of the records they watch. @throws CallError NOT_SIGNED_IN, TWO_FACTOR_DUE */
  requireViewer(request: FastifyRequest): Promise<Caller>
  /**
   * Admits an upload before its body is read, until it is answered.
   * @throws CallError BUSY; TOO_LARGE by its declared length
   */
  enter(request: FastifyRequest, reply: FastifyReply, caller: Caller | null, maxBytes: number): void
  /** Marks an upload as completely received. */
  received(request: FastifyRequest): void
}

export function createUploadGate({ sessions }: Pick<Context, 'sessions'>): UploadGate {
  const unauthenticatedRoom = createUploadRoom(uploadLimits)
  const userRoom = createUploadRoom(uploadLimits)
  const letIn = new WeakMap<FastifyRequest, AdmittedUpload>()
  const viewerOf = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = request.headers['x-auth-token']
    const viewer = await sessions.authenticate(typeof token === 'string' ? token : '')
    return viewer && { ...viewer, address: request.ip }
  }
  const callerOf = async (request: FastifyRequest) => {
    const viewer = await viewerOf(request)
    return viewer?.displayId === null ? viewer : null
  }
  return {
    callerOf,
    requireCaller: async (request) => admitted(await callerOf(request)),
    requireViewer: async (request) => admitted(await viewerOf(request)),
    enter(request, reply, caller, maxBytes) {
      if (Number(request.headers['content-length']) > maxBytes) throw new CallError('TOO_LARGE')
      const giveWay = () => void request.raw.socket.destroy()
      const upload = caller
        ? userRoom(String(caller.userId), giveWay)
        : unauthenticatedRoom(networkOf(request.ip), giveWay)
      letIn.set(request, upload)
      reply.raw.once('finish', upload.end).once('close', upload.end)
    },
    received: (request) => letIn.get(request)?.received(),
  }
}

function admitted(caller: Caller | null): Caller {
  if (!caller) throw new CallError('NOT_SIGNED_IN')
  if (caller.twoFactorDue) throw new CallError('TWO_FACTOR_DUE')
  return caller
}
