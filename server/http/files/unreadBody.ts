import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'

/** How long a connection stays open after its answer, ms. Closing it while data still arrives resets it and may lose the answer. */
const lingerMs = 1000
/** Maximum number of such connections; each may occupy about 100 KB. */
const maxLingering = 32

/**
 * Creates a hook for routes with large bodies, which must set `compress: false`. An answer sent before the whole body has
 * arrived is the last one on its connection: the rest is not read, and the connection closes shortly after.
 */
export function createUnreadBodyHook(): onSendAsyncHookHandler {
  let lingering = 0

  async function* hold(payload: string): AsyncGenerator<Buffer> {
    lingering++
    try {
      yield Buffer.from(payload)
      await sleep(lingerMs, undefined, { ref: false })
    } finally {
      lingering--
    }
  }

  return async (request, reply, payload) => {
    const { complete, readableEnded } = request.raw
    if (complete || readableEnded || typeof payload !== 'string') return payload
    void reply.header('Connection', 'close')
    if (lingering >= maxLingering) return payload
    void reply.header('Content-Length', Buffer.byteLength(payload))
    return Readable.from(hold(payload))
  }
}
