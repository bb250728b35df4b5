import type { MessageKind } from '../db/messages/outbox.ts'

export interface OutgoingMessage {
  /** The same however often it is tried: a provider that knows it need not send it again. */
  id: number
  /** When it was written, machine time, epoch ms: with `id` it names the message among those of all installations that there are. */
  at: number
  /** A mail address, a telephone in E.164, or the id of an organisation’s channel. */
  recipient: string
  /** '' for an SMS. */
  subject: string
  /** Text; to an organisation’s channel JSON of `text` and `facts`. */
  body: string
}

/** Brings messages of a kind to people: another provider is another file with one of these. */
export interface Transport {
  kind: MessageKind
  /**
   * Where each recipient is a server of its own: so many messages are on their way to it at once, and one that does not answer rests.
   * Absent: all go to one provider.
   */
  each?: number
  /** Longer than any try takes, ms: what a server had on its way when it was killed is tried again after so long. */
  leaseMs: number
  /**
   * Resolves once the provider has taken the message over.
   * @throws Undeliverable when it never will; anything else is tried again
   */
  send(message: OutgoingMessage): Promise<void>
  close(): void
}

/** A message that no further try would bring to anybody. */
export class Undeliverable extends Error {}
