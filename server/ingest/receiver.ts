import type { Clock } from '../clock.ts'
import type { Registry, Source } from '../herd/registry.ts'
import { GatewayNames } from './gatewayNames.ts'
import { decoders } from './decoders/decoders.ts'
import { type DecodedMessage, type Intake, noSourceId, type Outcome } from './intake.ts'
import type { DecoderName, Message } from './message.ts'

/** Bytes kept of a message that is refused as a whole. */
const keptRefusedBytes = 16_384
/** Bytes kept of one of which some readings can't be read. */
const keptPartlyBytes = 2048

interface ReceiverParts {
  clock: Clock
  registry: () => Registry
  intake: Intake
}

/** A message that is refused without being decoded, and why. */
export interface RefusedMessage {
  source: Source | null
  topic: string
  topicGateway: string | null
  reason: 'BAD_SHAPE' | 'NOT_ALLOWED'
  field: 'topic' | 'source' | 'size'
  body: Uint8Array
}

/** Decodes what the listeners get, finds the partition, and hands it in. */
export class Receiver {
  private readonly parts: ReceiverParts
  private readonly names: GatewayNames

  constructor(parts: ReceiverParts) {
    this.parts = parts
    this.names = new GatewayNames(parts.registry)
  }

  /** @param source null: what no source stands for */
  hasRoom(source: Source | null): boolean {
    return this.parts.intake.hasRoom(source?.id ?? noSourceId)
  }

  whenRoom(source: Source | null): Promise<boolean> {
    return this.parts.intake.whenRoom(source?.id ?? noSourceId)
  }

  /**
   * Hands in one message; the caller has seen that there is room.
   * @param topic an MQTT topic or a path
   * @param topicGateway the gateway that the topic names, folded
   * @param event what the topic or the address calls the message, if anything
   * @returns what became of it, when that is on disk
   */
  receive(source: Source, decoder: DecoderName, topic: string, topicGateway: string | null, body: Uint8Array, event: string | null = null): Promise<Outcome> {
    const receivedAt = this.parts.clock.now()
    const message = decoders[decoder](body, topicGateway, receivedAt, event)
    return this.parts.intake.take(this.decoded({ sourceId: source.id, topic, topicGateway, message, body, receivedAt }))
  }

  /** Hands in one message as soon as there is room; it has failed when the pipeline stops before. */
  receiveInTurn(...message: Parameters<Receiver['receive']>): Promise<Outcome> {
    return this.inTurn(message[0], () => this.receive(...message))
  }

  /** As soon as there is room, counts a message that is not decoded, and keeps its beginning with the reason. */
  refuse({ source, topic, topicGateway, reason, field, body }: RefusedMessage): Promise<Outcome> {
    return this.inTurn(source, () =>
      this.parts.intake.take(
        this.decoded({
          sourceId: source?.id ?? noSourceId,
          topic,
          topicGateway,
          message: { ok: false, reason, field },
          body: body.slice(0, keptRefusedBytes),
          receivedAt: this.parts.clock.now(),
        }),
      ),
    )
  }

  private decoded({ message, body, topicGateway, ...rest }: Omit<DecodedMessage, 'farmId' | 'countedGateway' | 'bytes' | 'body'> & { body: Uint8Array; topicGateway: string | null }): DecodedMessage {
    const gateway = message.ok ? message.gateway : topicGateway
    const countedGateway = this.names.countedAs(rest.sourceId, gateway ?? '')
    return { ...rest, message, countedGateway, farmId: farmOf(message, gateway, this.parts.registry()), body: keptOf(message, body), bytes: body.length }
  }

  private async inTurn(source: Source | null, take: () => Promise<Outcome>): Promise<Outcome> {
    // Nothing is awaited between seeing the room and taking it: of all who wait, as many go on as there is room for.
    while (!this.hasRoom(source)) if (!(await this.whenRoom(source))) return { kind: 'failed' }
    return take()
  }
}

/** The part of a message that is kept: all of one that can't be read, and the beginning of one of which a reading can't. */
function keptOf(message: Message, body: Uint8Array): Uint8Array | null {
  if (!message.ok) return body
  return message.rejected.length > 0 ? body.slice(0, keptPartlyBytes) : null
}

function farmOf(message: Message, mac: string | null, registry: Registry): number {
  const gateway = mac === null ? undefined : registry.gatewayByMac.get(mac)
  const [first] = message.ok ? message.readings : []
  return gateway?.farmId ?? (first && registry.devices.get(first.neckband)?.herd.id) ?? 0
}
