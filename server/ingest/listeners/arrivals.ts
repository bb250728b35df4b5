import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxMessageBytes } from '#contract/herd/readings.ts'

/** Bytes of the bodies that one source may have on their way at once. */
export const maxArrivingBytes = 32_000_000

/** Counts the bodies that are being read, before any of it is in memory: one source's can't fill it. */
export class Arrivals {
  private readonly bytes = new Map<number, number>()

  /** Counts a request of a source until its answer has ended. @returns false when the source has too much on its way */
  admit(sourceId: number, request: IncomingMessage, response: ServerResponse): boolean {
    const size = announcedBytes(request)
    const arriving = (this.bytes.get(sourceId) ?? 0) + size
    if (arriving > maxArrivingBytes) return false
    this.bytes.set(sourceId, arriving)
    response.once('close', () => {
      const left = (this.bytes.get(sourceId) ?? 0) - size
      if (left > 0) this.bytes.set(sourceId, left)
      else this.bytes.delete(sourceId)
    })
    return true
  }
}

/** The announced length of a body; without one it may be any. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return maxMessageBytes
  const length = Number(headers['content-length'] ?? 0)
  return Number.isFinite(length) ? Math.min(length, maxMessageBytes) : maxMessageBytes
}
