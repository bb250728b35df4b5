import type { Rejection } from '#contract/herd/readings.ts'
import type { Message, UnreadableReason } from './message.ts'

/** A decoded message on its way to the pipeline. Plain data, so that the pipeline may run in another process. */
export interface DecodedMessage {
  /** The partition: farm of its gateway, else of its first neckband; 0 when unknown. */
  farmId: number
  /** The source that sent it; `noSourceId` without one. */
  sourceId: number
  /** An MQTT topic or a path. */
  topic: string
  /** Gateway name to count it by; empty when it names no gateway. */
  countedGateway: string
  message: Message
  /** The start of an unreadable message, or of one with rejected readings; else null. */
  body: Uint8Array | null
  /** Size of the received message, bytes. */
  bytes: number
  /** Herd time, epoch ms. */
  receivedAt: number
  /** The user properties of MQTT 5 that came with it, as JSON; absent without any. */
  userProperties?: string
}

/** Source id of messages without a source. */
export const noSourceId = 0

/** Result of a message, once all its effects are on disk. */
export type Outcome =
  | { kind: 'read'; stored: number; duplicate: number; rejected: Rejection[]; sent: number }
  | { kind: 'unreadable'; reason: UnreadableReason; field: string }
  | { kind: 'failed' }

/** Accepts decoded messages from the listeners. It is the only way to the pipeline of a farm's partition. */
export interface Intake {
  /** Returns whether another message of a source can be submitted now. */
  hasRoom(sourceId: number): boolean
  /** Waits until a source can submit. @returns false when the pipeline stops before that */
  whenRoom(sourceId: number): Promise<boolean>
  /**
   * Submits a message; the caller has checked that there is room.
   * @returns its result, once it is on disk
   */
  submit(message: DecodedMessage): Promise<Outcome>
}
