import type { FastifyReply } from 'fastify'
import { CallError } from '../../callError.ts'

/** Maximum concurrent camera requests per account (its wall may show several) and in total. */
const maxRequests = { ofOne: 16, inAll: 96 }
const retryAfterSeconds = 1

/** Limits concurrent camera requests, so that they do not slow down readings and calls. */
export function createViewingRoom() {
  const ofEach = new Map<number, number>()
  let inAll = 0
  return {
    /** Counts a request until its answer ends. @throws CallError BUSY */
    enter(userId: number, reply: FastifyReply): void {
      const own = ofEach.get(userId) ?? 0
      if (own >= maxRequests.ofOne || inAll >= maxRequests.inAll) throw new CallError('BUSY', { retryAfterSeconds })
      ofEach.set(userId, own + 1)
      inAll++
      reply.raw.once('close', () => {
        inAll--
        const left = (ofEach.get(userId) ?? 1) - 1
        if (left > 0) ofEach.set(userId, left)
        else ofEach.delete(userId)
      })
    },
  }
}
