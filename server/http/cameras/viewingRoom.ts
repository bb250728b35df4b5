import type { FastifyReply } from 'fastify'
import { CallError } from '../../callError.ts'

/** Requests to cameras at once: for one account, whose wall shows several, and in all. */
const most = { ofOne: 16, inAll: 96 }
const retryAfterSeconds = 1

/** How many fetch from cameras at once: pictures of cameras take nothing from readings and calls. */
export function createViewingRoom() {
  const ofEach = new Map<number, number>()
  let inAll = 0
  return {
    /** Counts a request in until it is answered. @throws CallError BUSY */
    enter(userId: number, reply: FastifyReply): void {
      const own = ofEach.get(userId) ?? 0
      if (own >= most.ofOne || inAll >= most.inAll) throw new CallError('BUSY', { retryAfterSeconds })
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
