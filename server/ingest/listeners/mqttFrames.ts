import { machineSpan } from '../../clock.ts'
import { MqttFault } from './mqttFaults.ts'
import type { Frame } from './mqttPackets.ts'

interface FrameParts {
  /** Called with the first byte and the total length of each packet before its content is buffered; throws to refuse it. */
  admit: (first: number, length: number) => void
  onFrame: (frame: Frame) => void
  /** Returns whether another packet can be taken now. Otherwise the rest waits for `resume`. */
  isReady: () => boolean
  /** Called with the number of buffered bytes of an incomplete packet; 0 once it is complete. */
  onUnfinished: (bytes: number) => void
}

/** The longest length field. */
const maxLengthBytes = 4

/** Splits what a socket receives into packets (2.1: a type, a length of one to four bytes, the content). */
export class FrameReader {
  /** When the incomplete packet began, monotonic ms; null without one. */
  unfinishedSince: number | null = null
  private readonly parts: FrameParts
  /** The incomplete packet, and the bytes it needs. */
  private held: Buffer[] = []
  private heldBytes = 0
  private neededBytes = 0
  private isAdmitted = false
  /** Whole packets that wait until the connection is ready. */
  private rest: Buffer | null = null

  constructor(parts: FrameParts) {
    this.parts = parts
  }

  /** Whether packets wait for `resume`. */
  get isWaiting(): boolean {
    return this.rest !== null
  }

  /** @throws MqttFault */
  feed(chunk: Buffer): void {
    if (this.rest) {
      this.rest = Buffer.concat([this.rest, chunk])
      return
    }
    if (this.heldBytes === 0) return this.split(chunk)
    this.held.push(chunk)
    this.heldBytes += chunk.length
    if (this.heldBytes < this.neededBytes) return this.parts.onUnfinished(this.heldBytes)
    const bytes = this.held.length === 1 ? chunk : Buffer.concat(this.held, this.heldBytes)
    this.held = []
    this.heldBytes = 0
    this.split(bytes)
  }

  /** Continues with the packets that waited. @throws MqttFault */
  resume(): void {
    const { rest } = this
    this.rest = null
    if (rest) this.split(rest)
  }

  /** Drops everything: the connection ends. */
  clear(): void {
    this.held = []
    this.heldBytes = 0
    this.rest = null
    this.finish()
  }

  private split(bytes: Buffer): void {
    const { parts } = this
    let at = 0
    while (at < bytes.length) {
      if (!parts.isReady()) {
        this.rest = bytes.subarray(at)
        break
      }
      const start = this.contentStart(bytes, at)
      if (start < 0) return this.hold(bytes, at, 0)
      let length = 0
      for (let i = at + 1; i < start; i++) length |= ((bytes[i] as number) & 0x7f) << (7 * (i - at - 1))
      const end = start + length
      if (!this.isAdmitted) parts.admit(bytes[at] as number, end - at)
      if (end > bytes.length) {
        this.isAdmitted = true
        return this.hold(bytes, at, end - at)
      }
      this.isAdmitted = false
      parts.onFrame({ bytes, at, start, end })
      at = end
    }
    this.finish()
  }

  /** Returns where the content of a packet begins; -1 while its length is incomplete. */
  private contentStart(bytes: Buffer, at: number): number {
    for (let i = 1; i <= maxLengthBytes; i++) {
      const byte = bytes[at + i]
      if (byte === undefined) return -1
      if (byte >= 0x80) continue
      if (byte === 0 && i > 1) break
      return at + i + 1
    }
    throw new MqttFault('malformedPacket', 'an overlong length')
  }

  private hold(bytes: Buffer, at: number, neededBytes: number): void {
    // A copy, because a few bytes would keep all that was received with them.
    this.held = [Buffer.from(bytes.subarray(at))]
    this.heldBytes = bytes.length - at
    this.neededBytes = neededBytes
    // Later packets have a time of their own.
    if (at > 0 || this.unfinishedSince === null) this.unfinishedSince = machineSpan()
    this.parts.onUnfinished(neededBytes === 0 ? 0 : this.heldBytes)
  }

  private finish(): void {
    if (this.unfinishedSince === null) return
    this.unfinishedSince = null
    this.parts.onUnfinished(0)
  }
}
