import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import { maxMessageBytes } from '#contract/readings.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import { findSource } from '../sources.ts'
import { type MessageReceiver, receiveMessage } from './mqttMessages.ts'
import { limitPackets } from './mqttPackets.ts'

export interface MqttListener {
  port: number
  close(): Promise<void>
}

interface BrokerParts {
  host: string
  port: number
  receiver: MessageReceiver
  registry: () => Registry
  log: Logger
  /** Ms that a client may take for its CONNECT, and for each packet. */
  patienceMs?: number
}

/** Bytes read from one gateway's socket at once: what it may have in flight, about. */
const readAheadBytes = 256 * 1024
/** A message over its limit is refused with a reason; a packet over this one ends the connection. */
const maxPacketBytes = 4 * maxMessageBytes
const usualPatienceMs = 10_000

/** The refusal of a CONNECT, with its return code (MQTT 3.1.1, 3.2.2.3). */
class Refusal extends Error implements AuthenticateError {
  readonly returnCode: number
  constructor(message: string, returnCode: number) {
    super(message)
    this.returnCode = returnCode
  }
}

/**
 * The embedded broker: gateways publish to it with QoS 1, and each PUBACK goes out when the message is on disk. It only
 * takes messages in; nobody can subscribe.
 */
export async function openMqttBroker({ host, port, receiver, registry, log, patienceMs = usualPatienceMs }: BrokerParts): Promise<MqttListener> {
  const sources = new WeakMap<Client, Source>()
  const take = async (client: Client | null, { topic, payload }: PublishPacket): Promise<void> => {
    const source = client ? sources.get(client) : undefined
    if (!source) throw new Error('not signed in')
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    const outcome = await receiveMessage(receiver, source, topic, body)
    if (outcome.kind === 'failed') throw new Error('the message could not be stored')
    // An acknowledgement would tell the gateway that all is well.
    if (outcome.kind === 'unreadable' && outcome.reason === 'NOT_ALLOWED') throw new Error(`topic ${topic} is not open to source ${source.name}`)
  }
  const broker = await Aedes.createBroker({
    heartbeatInterval: 60_000,
    connectTimeout: patienceMs,
    authenticate: (client, name, password, done) => {
      const source = name !== undefined && password !== undefined ? findSource(registry(), password.toString(), name) : undefined
      if (source) sources.set(client, source)
      done(source ? null : new Refusal('wrong source or secret', 5), source !== undefined)
    },
    authorizePublish: (client, packet, done) => {
      take(client, packet).then(() => done(null), (error: unknown) => {
        log.warn({ error, topic: packet.topic }, 'a message was refused')
        done(error instanceof Error ? error : new Error('refused'))
      })
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })
  broker.on('clientError', (_client, error) => log.debug({ error }, 'a gateway broke off'))
  broker.on('connectionError', (_client, error) => log.debug({ error }, 'a connection broke off'))
  const server = createServer({ highWaterMark: readAheadBytes, noDelay: true }, (socket) => {
    limitPackets(socket, { bytes: maxPacketBytes, ms: patienceMs })
    broker.handle(socket)
  })
  await listen(server, host, port)
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve) => {
        broker.close(() => server.close(() => resolve()))
      }),
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
