import type { Socket } from 'node:net'
import type { Outcome } from '../intake.ts'
import { reasonCodes, type ReasonCode } from './mqttFaults.ts'
import { packetTypes, type MqttVersion } from './mqttPackets.ts'

/** Result of a message for its client: the reason code, and a text that explains it. */
export interface Answer {
  code: ReasonCode
  text: string
}

const accepted: Answer = { code: reasonCodes.success, text: '' }

/** Returns the answer to a message (MQTT 5, 3.4.2.1); null when it may not be acknowledged, because it could not be stored. */
export function answerOf(outcome: Outcome): Answer | null {
  if (outcome.kind === 'failed') return null
  if (outcome.kind === 'unreadable') {
    const { reason, field } = outcome
    const text = `${reason} ${field}`.trim()
    if (reason === 'NOT_ALLOWED') return { code: reasonCodes.notAuthorised, text }
    return { code: field === 'size' ? reasonCodes.quotaExceeded : reasonCodes.payloadFormatInvalid, text }
  }
  const { stored, duplicate, sent, rejected } = outcome
  if (sent === 0 || stored + duplicate > 0) return accepted
  const reasons = new Set(rejected.map(({ reason, field }) => `${reason} ${field}`.trim()))
  const isAllowed = rejected.some(({ reason }) => reason !== 'NOT_ALLOWED')
  return {
    code: isAllowed ? reasonCodes.notAccepted : reasonCodes.notAuthorised,
    text: [...reasons].slice(0, 3).join(', '),
  }
}

/** An acknowledgement that is owed; acknowledgements are sent in the order of their messages (4.6). */
export interface Owed {
  readonly type: number
  readonly packetId: number
  answer: Answer | null
}

const reasonString = 0x1f
const maxTextBytes = 200

/** The acknowledgements that a connection owes. Those that become due together are written together. */
export class OwedAnswers {
  private readonly socket: Socket
  private readonly version: MqttVersion
  /** Returns whether reason texts of this many bytes may be sent. */
  private readonly mayExplain: (packetBytes: number) => boolean
  private readonly onSent: (answers: readonly Owed[]) => void
  private owed: Owed[] = []
  private isScheduled = false

  constructor(
    socket: Socket,
    version: MqttVersion,
    mayExplain: (packetBytes: number) => boolean,
    onSent: (answers: readonly Owed[]) => void,
  ) {
    this.socket = socket
    this.version = version
    this.mayExplain = mayExplain
    this.onSent = onSent
  }

  /** Adds the acknowledgement of a message: `settle` follows. */
  owe(type: number, packetId: number): Owed {
    const one: Owed = { type, packetId, answer: null }
    this.owed.push(one)
    return one
  }

  settle(one: Owed, answer: Answer): void {
    one.answer = answer
    if (this.isScheduled) return
    this.isScheduled = true
    // After all messages of this commit were settled.
    process.nextTick(() => this.flush())
  }

  /** Writes what is due: all answers before the first that is not known. */
  flush(): void {
    this.isScheduled = false
    const open = this.owed.findIndex(({ answer }) => answer === null)
    const due = this.owed.splice(0, open < 0 ? this.owed.length : open)
    if (due.length === 0) return
    if (this.socket.writable) this.socket.write(this.encode(due))
    this.onSent(due)
  }

  private encode(answers: readonly Owed[]): Buffer {
    if (this.version === 5 && answers.some(({ answer }) => answer?.code !== reasonCodes.success))
      return Buffer.concat(answers.map((one) => this.encodeReason(one)))
    const bytes = Buffer.allocUnsafe(4 * answers.length)
    for (const [i, { type, packetId }] of answers.entries()) {
      bytes[4 * i] = type << 4
      bytes[4 * i + 1] = 2
      bytes.writeUInt16BE(packetId, 4 * i + 2)
    }
    return bytes
  }

  private encodeReason({ type, packetId, answer }: Owed): Buffer {
    const id = [packetId >> 8, packetId & 0xff]
    if (!answer || answer.code === reasonCodes.success) return Buffer.from([type << 4, 2, ...id])
    const text = Buffer.from(answer.text.slice(0, maxTextBytes / 4))
    const bare = Buffer.from([type << 4, 4, ...id, answer.code, 0])
    if (text.length === 0 || !this.mayExplain(bare.length + 3 + text.length)) return bare
    const head = [type << 4, 7 + text.length, ...id, answer.code, 3 + text.length, reasonString, 0, text.length]
    return Buffer.concat([Buffer.from(head), text])
  }
}

/** A PUBCOMP; before MQTT 5 it has no reason. */
export function encodeComplete(packetId: number, code: ReasonCode, version: MqttVersion): Buffer {
  const id = [packetId >> 8, packetId & 0xff]
  const type = packetTypes.pubcomp << 4
  return version === 5 && code !== reasonCodes.success
    ? Buffer.from([type, 4, ...id, code, 0])
    : Buffer.from([type, 2, ...id])
}
