import type { Rejection } from '#contract/herd/readings.ts'
import type { Message, UnreadableReason } from './message.ts'

/** A decoded message on its way to the pipeline: plain data, so that the pipeline may be in another process. */
export interface DecodedMessage {
  /** The partition: the farm of its gateway, or of its first neckband; 0: of no farm that is known. */
  farmId: number
  /** The source that sent it; `noSourceId`: none. */
  sourceId: number
  /** An MQTT topic or a path. */
  topic: string
  /** The name of its gateway that it is counted by; empty: it names none. */
  countedGateway: string
  message: Message
  /** Kept of a message that can't be read, and the beginning of one of which a reading can't. */
  body: Uint8Array | null
  /** Bytes of the message as it came. */
  bytes: number
  /** Herd time, epoch ms. */
  receivedAt: number
}

/** The source id of messages that no source stands for. */
export const noSourceId = 0

/** The outcome of a message, once everything that it led to is on disk. */
export type Outcome =
  | { kind: 'read'; stored: number; duplicate: number; rejected: Rejection[]; sent: number }
  | { kind: 'unreadable'; reason: UnreadableReason; field: string }
  | { kind: 'failed' }

/** Where listeners hand in decoded messages: the one way to the pipeline of a farm's partition. */
export interface Intake {
  /** Whether another message of a source may be handed in now. */
  hasRoom(sourceId: number): boolean
  /** Waits until there is room for a source. @returns false when there will be none, because the pipeline stops */
  whenRoom(sourceId: number): Promise<boolean>
  /**
   * Hands in one message; the caller has seen that there is room.
   * @returns what became of it, when that is on disk
   */
  take(message: DecodedMessage): Promise<Outcome>
}
