import type { OutboxMessage } from '#contract/office/outbox.ts'

export interface OutgoingMessage {
  /** The same however often it is tried: a provider that knows it need not send it again. */
  id: number
  /** A mail address, or a telephone in E.164. */
  recipient: string
  /** '' for an SMS. */
  subject: string
  body: string
}

/** What brings messages of a kind to people: another provider is another file with one of these. */
export interface Transport {
  kind: OutboxMessage['kind']
  /**
   * Resolves once the provider has taken the message over.
   * @throws Undeliverable when it never will; anything else is tried again
   */
  send(message: OutgoingMessage): Promise<void>
  close(): void
}

/** A message that no further try would bring to anybody. */
export class Undeliverable extends Error {}
