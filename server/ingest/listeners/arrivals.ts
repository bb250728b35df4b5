import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxMessageBytes } from '#contract/herd/readings.ts'

/** Maximum bytes of one source's bodies being received at a time. */
export const maxArrivingBytes = 32_000_000

/** Counts bodies by their announced size before they are read, so that one source cannot fill the memory. */
export class Arrivals {
  private readonly bytes = new Map<number, number>()

  /** Counts a request until its answer has ended. @returns false when the source is receiving too many bytes */
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

/** Returns the announced length of a body, or the maximum without an announcement. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return maxMessageBytes
  const length = Number(headers['content-length'] ?? 0)
  return Number.isFinite(length) ? Math.min(length, maxMessageBytes) : maxMessageBytes
}
