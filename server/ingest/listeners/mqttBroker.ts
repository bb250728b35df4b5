import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import type { Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import { maxMessageBytes } from '#contract/herd/readings.ts'
import { createRateLimiter, networkOf } from '../../rateLimiter.ts'
import type { Certificate } from '../../tls/certificates.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import { findSource } from '../sources.ts'
import { readTopic } from '../topics.ts'
import { maySpeakFor } from '../validation/validation.ts'
import type { RefusedMessage } from '../receiver.ts'
import { MqttCarriers } from './mqttCarriers.ts'
import { MqttClients } from './mqttClients.ts'
import { type MessageReceiver, receiveMessage } from './mqttMessages.ts'
import { limitPackets, type PacketLimits, type Unfinished } from './mqttPackets.ts'
import { openMqttServer } from './mqttServer.ts'

export interface MqttListener {
  port: number
  /** Closes the connections of sources that were revoked or got another secret. Call it after the records were read again. */
  endRevoked(): void
  /** Replaces the certificate for new connections. */
  renew(certificate: Certificate): void
  close(): Promise<void>
}

interface BrokerParts {
  host: string
  port: number
  /** Null: without encryption. */
  certificate: Certificate | null
  receiver: MessageReceiver
  registry: () => Registry
  log: Logger
  /** Called with gateways whose connection was lost. */
  onCutOff?: (gatewayIds: number[]) => void
  /** Maximum time for a client's CONNECT, and for each packet, ms. */
  timeoutMs?: number
  sourceLimits?: SourceLimits
  /** Delays the refusal of a wrong secret by `ms`. */
  refuseLater?: (refuse: () => void, ms: number) => void
}

/** Limits per source: connections, and bytes of incomplete packets on all of them together. */
interface SourceLimits {
  connections: number
  unfinishedBytes: number
}

/** Maximum packet, bytes; a larger one closes the connection. A message over its own, smaller limit is refused with a reason. */
const maxPacketBytes = 4 * maxMessageBytes
/** Maximum bytes of the CONNECT packet, and of data sent before the client is authenticated. */
const maxConnectBytes = 2048
const maxUnauthenticatedBytes = 512 * 1024
const defaultSourceLimits: SourceLimits = { connections: 1000, unfinishedBytes: 32_000_000 }
const defaultTimeoutMs = 10_000
/** Bytes of a client's packets that are no messages: burst, and ms per further one. Nobody can subscribe, and a PINGREQ has two. */
const controlPace = { capacity: 4096, refillMs: 10 }
/** Maximum keepalive, seconds; also for clients without one. A client that sends nothing for one and a half times as long is disconnected. */
const maxKeepaliveSeconds = 3600
/** Interval between two notes about a source's devices, ms. */
const noteIntervalMs = 600_000
/** MQTT 5, and its CONNACK "unsupported protocol version" (MQTT 5, 3.2.2.2). */
const newerProtocol = 5
const unsupportedVersion = Buffer.from([0x20, 3, 0, 0x84, 0])
/** Maximum levels of a topic; further ones are cut off. */
const maxTopicLevels = 20
/** Wrong secrets per network that are answered immediately, with one more every few seconds; further answers are delayed. */
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
 * Opens the embedded broker: gateways publish to it with QoS 1, and each PUBACK is sent when the message is on disk. It only
 * receives messages; nobody can subscribe.
 */
export async function openMqttBroker(parts: BrokerParts): Promise<MqttListener> {
  const {
    host,
    port,
    certificate,
    receiver,
    registry,
    log,
    onCutOff = () => {},
    timeoutMs = defaultTimeoutMs,
    sourceLimits = defaultSourceLimits,
    refuseLater = setTimeout,
  } = parts
  const signIns = new WeakMap<Client, PromiseWithResolvers<Source | undefined>>()
  /** Returns the pending sign-in of a client, which may publish before it is answered. */
  const signInOf = (client: Client) => {
    const existing = signIns.get(client) ?? Promise.withResolvers<Source | undefined>()
    signIns.set(client, existing)
    return existing
  }
  const limits = new WeakMap<object, PacketLimits>()
  const clients = new MqttClients(sourceLimits.connections)
  const unfinished = new Map<number, Unfinished>()
  const carriers = new MqttCarriers(onCutOff)
  const wrongSecrets = createRateLimiter({ capacity: freeWrongSecrets, refillMs: wrongSecretRefillMs })
  /** Returns the current source of a client; undefined once it was removed or got another secret. */
  const currentSource = (known: Source | undefined): Source | undefined => {
    const source = known && registry().sources.get(known.id)
    return source?.secretHash === known?.secretHash ? source : undefined
  }
  const take = async (client: Client | null, packet: PublishPacket): Promise<void> => {
    const { topic, payload } = packet
    packet.retain = false
    const source = currentSource(client ? await signInOf(client).promise : undefined)
    if (!source) {
      client?.close()
      throw new Error('not signed in')
    }
    if (client) clients.heard(client)
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    const outcome = await receiveMessage(receiver, source, topic, body)
    const gateway = registry().gatewayByMac.get(readTopic(topic)?.gateway ?? '')
    const isHeard = outcome.kind === 'read' && outcome.stored + outcome.duplicate > 0
    if (client && gateway && isHeard && maySpeakFor(source, gateway.farmId)) carriers.spoke(client, gateway.id)
    if (outcome.kind === 'failed') throw new Error('the message could not be stored')
    // A topic that is not open is acknowledged too, and counted as NOT_ALLOWED. MQTT 3 has no other answer than to end the connection, and a client
    // would send the message again for ever, before all others.
  }
  const noteOnce = createRateLimiter({ capacity: 1, refillMs: noteIntervalMs })
  /** Records what is wrong with a device, in the log and in its source's quarantine, at most once in ten minutes. */
  const note = (source: Source, about: Pick<RefusedMessage, 'reason' | 'field'>, clientId: string, what: string) => {
    if (!noteOnce.take(`${source.id} ${about.field}`)) return
    log.warn({ source: source.name, clientId }, what)
    const body = Buffer.from(`${what}: ${clientId}`)
    receiver
      .refuse({ ...about, source, topic: 'CONNECT', topicGateway: null, body })
      .catch((error: unknown) => log.warn({ err: error }, 'a refusal could not be counted'))
  }
  const sourceOf = (name: string | undefined, password: Buffer | undefined) =>
    name !== undefined && password !== undefined ? findSource(registry(), password.toString(), name) : undefined
  const broker = await Aedes.createBroker({
    heartbeatInterval: 60_000,
    connectTimeout: timeoutMs,
    preConnect: (client, packet, done) => {
      // Without a limit, a lost connection would count for ever.
      packet.keepalive = Math.min(packet.keepalive || maxKeepaliveSeconds, maxKeepaliveSeconds)
      if (packet.protocolVersion !== newerProtocol) return done(null, true)
      const source = sourceOf(packet.username, packet.password)
      if (source)
        note(
          source,
          { reason: 'BAD_SHAPE', field: 'mqttVersion' },
          packet.clientId,
          'a device connects by MQTT 5, set it to 3.1.1',
        )
      else log.info({ clientId: packet.clientId }, 'a client connects by MQTT 5, set it to 3.1.1')
      client.conn.end(unsupportedVersion, () => done(new Error('MQTT 5'), false))
    },
    authenticate: (client, name, password, done) => {
      const source = sourceOf(name, password)
      if (!source) {
        signInOf(client).resolve(undefined)
        const refuse = () => done(new Refusal('wrong source or secret', 5), false)
        if (wrongSecrets.take(networkOf(addressedBy(client).remoteAddress ?? ''))) refuse()
        else refuseLater(refuse, wrongSecretWaitMs)
        return
      }
      if (!clients.admit(client, source)) {
        signInOf(client).resolve(undefined)
        note(source, { reason: 'NOT_ALLOWED', field: 'source' }, client.id, 'too many connections of one source')
        return done(new Refusal('too many connections', 3), false)
      }
      client.conn.once('close', () => {
        clients.delete(client)
        // A client stays connected when another connection with its name replaces it.
        if (!clients.hasOther(client) && Reflect.get(client, '_disconnected') !== true) carriers.brokeOff(client)
      })
      // A client's messages wait until its CONNACK was sent.
      client.once('connected', () => signInOf(client).resolve(source))
      const packets = limits.get(client.conn)
      if (packets) packets.signIn(unfinishedOf(source))
      server.signedIn(addressedBy(client))
      // Two sources may use the same gateway names.
      const clientId = client.id
      client.id = `${source.id} ${clientId}`
      if (clients.isTwin(client)) {
        // Both stay connected. MQTT lets them throw each other out, dozens of times a second.
        client.id += ` ${addressedBy(client).remotePort}`
        note(source, { reason: 'NOT_ALLOWED', field: 'clientId' }, clientId, 'several devices share one client id')
      }
      done(null, true)
    },
    authorizePublish: (client, packet, done) => {
      take(client, packet).then(
        () => done(null),
        (error: unknown) => {
          log.warn({ error, topic: packet.topic }, 'a message was refused')
          done(error instanceof Error ? error : new Error('refused'))
        },
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })
  broker.on('clientError', (_client, error) => log.debug({ error }, 'a gateway broke off'))
  broker.on('connectionError', (_client, error) => log.debug({ error }, 'a connection broke off'))
  const unfinishedOf = ({ id }: Source): Unfinished => {
    const existing = unfinished.get(id) ?? { bytes: 0, max: sourceLimits.unfinishedBytes }
    unfinished.set(id, existing)
    return existing
  }
  const server = await openMqttServer({
    host,
    port,
    certificate,
    handshakeTimeoutMs: timeoutMs,
    onSocket(socket) {
      limits.set(
        socket,
        limitPackets(socket, {
          firstBytes: maxConnectBytes,
          unauthenticatedBytes: maxUnauthenticatedBytes,
          bytes: maxPacketBytes,
          control: controlPace,
          ms: timeoutMs,
        }),
      )
      followParser(broker.handle(socket))
    },
  })
  return {
    port: server.port,
    renew: server.renew,
    endRevoked() {
      for (const [client, source] of clients) if (!currentSource(source)) client.close()
    },
    close: () =>
      new Promise((resolve) => {
        broker.close(() => void server.close().then(resolve))
      }),
  }
}

/** Makes impossible topics harmless before the broker sees them: it would end the connection, and the client would send the message again for ever. */
function followParser(client: unknown): void {
  const parser: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, '_parser') : undefined
  if (!(parser instanceof EventEmitter)) return
  parser.prependListener('packet', (packet: Packet) => {
    if (packet.cmd !== 'publish') return
    const topic = packet.topic.split('/', maxTopicLevels).join('/')
    // A question mark makes it a topic that is not open.
    packet.topic = topic === '' || /[#+]/.test(topic) ? `?${topic.replaceAll(/[#+]/g, '?')}` : topic
  })
}

/** Returns the remote address of a client's connection. */
function addressedBy({ conn }: Client): { remoteAddress: string | undefined; remotePort: number | undefined } {
  const { remoteAddress, remotePort } = conn as Partial<Socket>
  return { remoteAddress, remotePort }
}
