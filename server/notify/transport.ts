import type { MessageKind } from '../db/messages/outbox.ts'

export interface OutgoingMessage {
  /** Stays the same for each try, so that a provider can ignore repeated messages. */
  id: number
  /** Creation time (machine time, epoch ms). Together with `id` it identifies the message across installations. */
  at: number
  /** A mail address, a telephone in E.164, or the id of an organisation's channel. */
  recipient: string
  /** '' for an SMS. */
  subject: string
  /** Text; for an organisation's channel, JSON of `text` and `facts`. */
  body: string
}

/** Delivers messages of one kind; each provider has its own file. */
export interface Transport {
  kind: MessageKind
  /**
   * Maximum concurrent messages per recipient, where each recipient is its own server; a recipient that does not answer is paused.
   * Absent: all messages go to one provider.
   */
  maxPerRecipient?: number
  /** Longer than any try, ms: messages in progress when a server is killed are tried again after this time. */
  leaseMs: number
  /**
   * Resolves once the provider has accepted the message.
   * @throws Undeliverable when it never will; any other error is retried
   */
  send(message: OutgoingMessage): Promise<void>
  close(): void
}

/** Thrown when no further try can deliver a message. */
export class Undeliverable extends Error {}
