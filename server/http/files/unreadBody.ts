import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { onSendAsyncHookHandler } from 'fastify'

/** A connection that is closed while more comes in on it is reset, and its answer may be lost on the way: it is held so long. */
const holdMs = 1000
/** Each may have some 100 KB in memory. */
const maxHeld = 32

/**
 * Makes a hook for routes with large bodies, which they set `compress: false` for. An answer that is given before the body has
 * come is the last one on its connection: the rest is not read, and the connection is closed a moment later.
 */
export function createUnreadBodyHook(): onSendAsyncHookHandler {
  let held = 0

  async function* hold(payload: string): AsyncGenerator<Buffer> {
    held++
    try {
      yield Buffer.from(payload)
      await sleep(holdMs, undefined, { ref: false })
    } finally {
      held--
    }
  }

  return async (request, reply, payload) => {
    const { complete, readableEnded } = request.raw
    if (complete || readableEnded || typeof payload !== 'string') return payload
    void reply.header('Connection', 'close')
    if (held >= maxHeld) return payload
    void reply.header('Content-Length', Buffer.byteLength(payload))
    return Readable.from(hold(payload))
  }
}
