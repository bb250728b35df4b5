import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, Connection, PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import { maxMessageBytes } from '#contract/herd/readings.ts'
import { createRateLimiter, networkOf } from '../../rateLimiter.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import { findSource } from '../sources.ts'
import { type MessageReceiver, receiveMessage } from './mqttMessages.ts'
import { limitPackets, type PacketLimits } from './mqttPackets.ts'

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

/** A message over its limit is refused with a reason; a packet over this one ends the connection. */
const maxPacketBytes = 4 * maxMessageBytes
/** Of the CONNECT, and of what a client sends on before it is known to be let in. */
const maxConnectBytes = 2048
const maxStrangerBytes = 512 * 1024
/** Connections that are not signed in, together; the oldest makes room. */
const maxStrangers = 128
const usualPatienceMs = 10_000
/** Wrong secrets that one network may try at once, one more each few seconds; more of them wait for their answer. */
export const freeWrongSecrets = 20
export const wrongSecretWaitMs = 2000
const wrongSecretRefillMs = 3000

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
  const signIns = new WeakMap<Client, PromiseWithResolvers<Source | undefined>>()
  /** Whom a client signed in as; a client may publish before it has its answer. */
  const signInOf = (client: Client) => {
    const known = signIns.get(client) ?? Promise.withResolvers<Source | undefined>()
    signIns.set(client, known)
    return known
  }
  const limits = new WeakMap<object, PacketLimits>()
  const strangers = new Set<Connection>()
  const wrongSecrets = createRateLimiter({ capacity: freeWrongSecrets, refillMs: wrongSecretRefillMs })
  /** The source that a client speaks for, as it is now; none once it was removed or has another secret. */
  const sourceOf = async (client: Client | null): Promise<Source | undefined> => {
    const known = client ? await signInOf(client).promise : undefined
    const source = known && registry().sources.get(known.id)
    return source?.secretHash === known?.secretHash ? source : undefined
  }
  const take = async (client: Client | null, packet: PublishPacket): Promise<void> => {
    const { topic, payload } = packet
    packet.retain = false
    const source = await sourceOf(client)
    if (!source) {
      client?.close()
      throw new Error('not signed in')
    }
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
      // What it publishes waits until it has its CONNACK.
      if (source) client.once('connected', () => signInOf(client).resolve(source))
      else {
        signInOf(client).resolve(undefined)
        const refuse = () => done(new Refusal('wrong source or secret', 5), false)
        if (wrongSecrets.take(networkOf(addressOf(client)))) refuse()
        else setTimeout(refuse, wrongSecretWaitMs)
        return
      }
      const packets = limits.get(client.conn)
      if (packets) packets.isSignedIn = true
      strangers.delete(client.conn)
      // Two sources may call their gateways the same.
      client.id = `${source.id} ${client.id}`
      done(null, true)
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
  const server = createServer({ noDelay: true }, (socket) => {
    const packets = { firstBytes: maxConnectBytes, strangerBytes: maxStrangerBytes, isSignedIn: false, bytes: maxPacketBytes, ms: patienceMs }
    limits.set(socket, packets)
    const [oldest] = strangers
    if (oldest && strangers.size >= maxStrangers) oldest.destroy()
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    limitPackets(socket, packets)
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

function addressOf({ conn }: Client): string {
  return 'remoteAddress' in conn && typeof conn.remoteAddress === 'string' ? conn.remoteAddress : ''
}
