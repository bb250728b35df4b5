import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long a connection stays open after its answer when the rest of its body is not read, ms. */
const lingerMs = 1000
/** Maximum bytes and time for which the rest of a refused body is read and dropped. */
const maxDroppedBytes = 16_000_000
const maxDroppingMs = 5000
/** Maximum number of such connections; each may occupy about 100 KB. */
const maxLingering = 32

/**
 * Lets clients read an answer that is sent before their whole body has arrived. Closing a connection while data still arrives resets it, and most
 * clients send all of their body before they read. So the rest is read and dropped, within limits, and then the connection closes. A busy server (503)
 * reads nothing more.
 */
export function answerUnreadBodies(server: FastifyInstance): void {
  let lingering = 0

  async function* hold(payload: string, raw: IncomingMessage, mayRead: boolean): AsyncGenerator<Buffer> {
    lingering++
    try {
      yield Buffer.from(payload)
      await (mayRead ? dropRest(raw) : sleep(lingerMs, undefined, { ref: false }))
    } finally {
      lingering--
    }
  }

  server.addHook('onSend', async (request, reply, payload: unknown) => {
    const { raw } = request
    if (!isArriving(raw) || raw.readableEnded || typeof payload !== 'string') return payload
    void reply.header('Connection', 'close')
    if (lingering >= maxLingering) return payload
    void reply.header('Content-Length', Buffer.byteLength(payload))
    // The length is announced already.
    raw.headers['x-no-compression'] = 'true'
    return Readable.from(hold(payload, raw, reply.statusCode !== 503))
  })
}

/** Returns whether a request has a body that has not arrived completely. */
export function isArriving({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !complete
}

/** Reads and drops the rest of a body, until it ends, is too long or takes too long. */
function dropRest(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const end = () => {
      clearTimeout(timer)
      raw.off('data', count)
      raw.pause()
      resolve()
    }
    const count = ({ length }: Buffer) => {
      bytes += length
      if (bytes > maxDroppedBytes) end()
    }
    const timer = setTimeout(end, maxDroppingMs).unref()
    if (raw.destroyed || raw.readableEnded) return end()
    raw.on('data', count).once('end', end).once('close', end).once('error', end)
    raw.resume()
  })
}
