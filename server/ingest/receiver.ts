import type { Clock } from '../clock.ts'
import type { Faults } from '../faults.ts'
import { findDevice, findGateway } from '../herd/claims.ts'
import type { Registry, Source } from '../herd/registry.ts'
import { GatewayNames } from './gatewayNames.ts'
import { decodeMessage, type DecoderName } from './decoders/decoders.ts'
import { type DecodedMessage, type Intake, noSourceId, type Outcome } from './intake.ts'
import type { Message } from './message.ts'
import { mayUse } from './sources.ts'

/** Maximum stored bytes of a message that is refused as a whole. */
const maxRefusedBodyBytes = 16_384
/** Maximum stored bytes of a message with some rejected readings. */
const maxPartialBodyBytes = 2048

interface ReceiverParts {
  clock: Clock
  registry: () => Registry
  intake: Intake
  faults?: Pick<Faults, 'report'>
}

/** A message refused before decoding, with the reason. */
export interface RefusedMessage {
  source: Source | null
  topic: string
  topicGateway: string | null
  reason: 'BAD_SHAPE' | 'NOT_ALLOWED'
  field: 'topic' | 'source' | 'size' | 'clientId' | 'payload'
  body: Uint8Array
  userProperties?: string | undefined
}

/** Decodes the listeners' messages, finds their partition and submits them. */
export class Receiver {
  private readonly parts: ReceiverParts
  private readonly names: GatewayNames

  constructor(parts: ReceiverParts) {
    this.parts = parts
    this.names = new GatewayNames(parts.registry)
  }

  /** @param source null for messages without a source */
  hasRoom(source: Source | null): boolean {
    return this.parts.intake.hasRoom(source?.id ?? noSourceId)
  }

  whenRoom(source: Source | null): Promise<boolean> {
    return this.parts.intake.whenRoom(source?.id ?? noSourceId)
  }

  /**
   * Submits a message; the caller has checked that there is room.
   * @param topic an MQTT topic or a path
   * @param topicGateway the gateway in the topic, normalised
   * @param event the message's event name in the topic or address, if any
   * @param userProperties those of MQTT 5, as JSON
   * @returns its result, once it is on disk
   */
  receive(
    source: Source,
    decoder: DecoderName,
    topic: string,
    topicGateway: string | null,
    body: Uint8Array,
    event: string | null = null,
    userProperties?: string,
  ): Promise<Outcome> {
    const receivedAt = this.parts.clock.now()
    const message = this.decode(source, decoder, body, topicGateway, receivedAt, event)
    return this.parts.intake.submit(
      this.decoded({
        sourceId: source.id,
        topic,
        topicGateway,
        message,
        body,
        receivedAt,
        ...(userProperties !== undefined && { userProperties }),
      }),
    )
  }

  /** Decodes a message. A fault of a decoder concerns this message only, which is kept in quarantine. */
  private decode(
    source: Source,
    decoder: DecoderName,
    body: Uint8Array,
    topicGateway: string | null,
    receivedAt: number,
    event: string | null,
  ): Message {
    try {
      return decodeMessage(decoder, body, topicGateway, receivedAt, event, (name) => mayUse(source, name))
    } catch (error) {
      this.parts.faults?.report('decoder', error, { decoder })
      return { ok: false, reason: 'BAD_SHAPE', field: 'body' }
    }
  }

  /** Submits a message as soon as there is room; fails when the pipeline stops before that. */
  receiveInTurn(...message: Parameters<Receiver['receive']>): Promise<Outcome> {
    return this.inTurn(message[0], () => this.receive(...message))
  }

  /** Counts an undecoded message as soon as there is room, and stores its start with the reason. */
  refuse({ source, topic, topicGateway, reason, field, body, userProperties }: RefusedMessage): Promise<Outcome> {
    return this.inTurn(source, () =>
      this.parts.intake.submit(
        this.decoded({
          sourceId: source?.id ?? noSourceId,
          topic,
          topicGateway,
          message: { ok: false, reason, field },
          body: body.slice(0, maxRefusedBodyBytes),
          receivedAt: this.parts.clock.now(),
          ...(userProperties !== undefined && { userProperties }),
        }),
      ),
    )
  }

  private decoded({
    message,
    body,
    topicGateway,
    ...rest
  }: Omit<DecodedMessage, 'farmId' | 'countedGateway' | 'bytes' | 'body'> & {
    body: Uint8Array
    topicGateway: string | null
  }): DecodedMessage {
    const gateway = message.ok ? message.gateway : topicGateway
    const countedGateway = this.names.countedAs(rest.sourceId, gateway ?? '')
    return {
      ...rest,
      message,
      countedGateway,
      farmId: farmOf(rest.sourceId, message, gateway, this.parts.registry()),
      body: bodyToStore(message, body),
      bytes: body.length,
    }
  }

  private async inTurn(source: Source | null, take: () => Promise<Outcome>): Promise<Outcome> {
    // No await between the check and taking the room, so that only as many waiters continue as there is room for.
    while (!this.hasRoom(source)) if (!(await this.whenRoom(source))) return { kind: 'failed' }
    return take()
  }
}

/** Returns the stored part of a message: all of an unreadable one, and the start of one with rejected readings. */
function bodyToStore(message: Message, body: Uint8Array): Uint8Array | null {
  if (!message.ok) return body
  return message.rejected.length > 0 ? body.slice(0, maxPartialBodyBytes) : null
}

/** Returns the farm whose tallies count a message, by its gateway or first neckband; 0 when unknown, or for its source to learn. */
function farmOf(sourceId: number, message: Message, mac: string | null, registry: Registry): number {
  const source = registry.sources.get(sourceId)
  const [sender, another] = (mac === null ? undefined : registry.gatewaysByMac.get(mac)) ?? []
  if (source === undefined) return sender && another === undefined ? sender.farmId : 0
  const gateway = mac === null ? null : findGateway(registry, source, mac)
  if (gateway && 'claim' in gateway) return gateway.claim.farmId
  if (gateway?.reason === 'NOT_ALLOWED') return gateway.refused.farmId
  const [first] = message.ok ? message.readings : []
  const device = first && findDevice(registry, source, first.neckband, undefined)
  return device && 'claim' in device ? device.claim.herd.id : 0
}
