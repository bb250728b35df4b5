import type { IConnectPacket } from 'mqtt-packet'
import type { Logger } from 'pino'
import { maxMessageBytes } from '#contract/herd/readings.ts'
import { machineSpan } from '../../clock.ts'
import { createRateLimiter, networkOf } from '../../rateLimiter.ts'
import type { Certificate } from '../../tls/certificates.ts'
import type { Registry, Source } from '../../herd/registry.ts'
import { findSource } from '../sources.ts'
import { findGateway } from '../../herd/claims.ts'
import type { RefusedMessage } from '../receiver.ts'
import { MqttCarriers } from './mqttCarriers.ts'
import { MqttClients } from './mqttClients.ts'
import { MqttConnection } from './mqttConnection.ts'
import { reasonCodes } from './mqttFaults.ts'
import type { SourceShare } from './mqttLimits.ts'
import type { MessageReceiver } from './mqttMessages.ts'
import { openMqttServer } from './mqttServer.ts'
import { MqttSessions } from './mqttSessions.ts'
import { MessageTopics } from './mqttTopics.ts'

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
  /** Time between the last bytes for a client and the end of its connection, ms. */
  farewellMs?: number
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
/** Maximum bytes of the CONNECT packet. */
const maxConnectBytes = 2048
const defaultSourceLimits: SourceLimits = { connections: 1000, unfinishedBytes: 32_000_000 }
const defaultTimeoutMs = 10_000
const defaultFarewellMs = 250
/** Maximum interval between two looks at late clients, ms. */
const maxCheckIntervalMs = 1000
/** Bytes of a client's packets that are no messages: burst, and ms per further one. A PINGREQ has two. */
const controlPace = { capacity: 4096, refillMs: 10 }
/** Interval between two notes about a source's devices, ms. */
const noteIntervalMs = 600_000
/** Wrong secrets per network that are answered immediately, with one more every few seconds; further answers are delayed. */
export const freeWrongSecrets = 20
export const wrongSecretWaitMs = 2000
const wrongSecretRefillMs = 3000

/**
 * Opens the embedded broker: gateways publish to it by MQTT 3.1, 3.1.1 or 5, and each message is acknowledged when it is on disk. It only receives
 * messages; a subscriber receives nothing. docs/architecture/mqtt.md says what it answers.
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
    farewellMs = defaultFarewellMs,
    sourceLimits = defaultSourceLimits,
    refuseLater = setTimeout,
  } = parts
  const connections = new Set<MqttConnection>()
  const clients = new MqttClients<MqttConnection>(sourceLimits.connections)
  const sessions = new MqttSessions()
  const shares = new Map<number, SourceShare>()
  const carriers = new MqttCarriers(onCutOff)
  const wrongSecrets = createRateLimiter({ capacity: freeWrongSecrets, refillMs: wrongSecretRefillMs })
  const currentSource = (known: Source): Source | undefined => {
    const source = registry().sources.get(known.id)
    return source?.secretHash === known.secretHash ? source : undefined
  }
  const shareOf = ({ id }: Source): SourceShare => {
    const existing = shares.get(id)
    if (existing) return existing
    const { unfinishedBytes: maxUnfinishedBytes } = sourceLimits
    const share = {
      unfinishedBytes: 0,
      maxUnfinishedBytes,
      inFlightBytes: 0,
      unreleased: 0,
      paused: new Set<MqttConnection>(),
    }
    shares.set(id, share)
    return share
  }
  const noteOnce = createRateLimiter({ capacity: 1, refillMs: noteIntervalMs })
  /** Records what is wrong with a device, in the log and in its source's quarantine, at most once in ten minutes. */
  const note = (source: Source, field: RefusedMessage['field'], clientId: string, what: string) => {
    if (!noteOnce.take(`${source.id} ${field}`)) return
    log.warn({ source: source.name, clientId }, what)
    const body = Buffer.from(`${what}: ${clientId}`)
    receiver
      .refuse({ reason: 'NOT_ALLOWED', field, source, topic: 'CONNECT', topicGateway: null, body })
      .catch((error: unknown) => log.warn({ err: error }, 'a refusal could not be counted'))
  }
  /** Takes a connection off its session; another connection or a later one may continue it. */
  const leave = (connection: MqttConnection) => {
    clients.delete(connection)
    if (connection.session) sessions.leave(connection.session, machineSpan())
    connection.session = null
  }
  const refuseSecret = (connection: MqttConnection) => {
    const refuse = () => connection.refuse(reasonCodes.badCredentials)
    if (wrongSecrets.take(networkOf(connection.socket.remoteAddress ?? ''))) return refuse()
    connection.pauseUntilRefused()
    refuseLater(refuse, wrongSecretWaitMs)
  }
  const signIn = (connection: MqttConnection, packet: IConnectPacket) => {
    const { username, password, clientId } = packet
    const source =
      username !== undefined && password !== undefined
        ? findSource(registry(), password.toString(), username)
        : undefined
    if (!source) return refuseSecret(connection)
    // Two sources may use the same gateway names.
    const key = `${source.id} ${clientId}`
    const isTwin = clients.isTwin(key)
    const previous = isTwin ? undefined : clients.find(key)
    if (previous) {
      previous.isLeft = true
      leave(previous)
      previous.end(reasonCodes.sessionTakenOver)
    }
    // Both twins stay connected. MQTT lets them throw each other out, dozens of times a second.
    connection.key = isTwin ? `${key} ${connection.socket.remotePort}` : key
    if (!clients.admit(connection, source)) {
      note(source, 'source', clientId, 'too many connections of one source')
      return connection.refuse(reasonCodes.quotaExceeded)
    }
    if (isTwin) note(source, 'clientId', clientId, 'several devices share one client id')
    server.signedIn(connection.socket)
    const share = shareOf(source)
    const { session, isPresent } = sessions.open(connection.key, share, packet.clean ?? true, machineSpan())
    connection.accept(packet, source, share, session, isPresent)
  }
  const context = {
    receiver,
    topics: new MessageTopics(),
    log,
    limits: { timeoutMs, farewellMs, firstBytes: maxConnectBytes, bytes: maxPacketBytes, control: controlPace },
    signIn,
    currentSource,
    onOutcome(connection, source, { named }, outcome) {
      const isHeard = outcome.kind === 'read' && outcome.stored + outcome.duplicate > 0
      const found = isHeard && named?.gateway != null ? findGateway(registry(), source, named.gateway) : null
      if (found && 'claim' in found) carriers.spoke(connection, found.claim.id)
    },
  } satisfies ConstructorParameters<typeof MqttConnection>[1]
  const server = await openMqttServer({
    host,
    port,
    certificate,
    handshakeTimeoutMs: timeoutMs,
    onSocket(socket) {
      const connection = new MqttConnection(socket, context)
      connections.add(connection)
      socket.once('close', () => {
        connections.delete(connection)
        leave(connection)
        if (connection.source && !connection.isLeft) carriers.brokeOff(connection)
      })
    },
  })
  const checks = setInterval(
    () => {
      const now = machineSpan()
      for (const connection of connections) connection.check(now)
      sessions.sweep(now)
    },
    Math.min(maxCheckIntervalMs, timeoutMs / 4),
  )
  return {
    port: server.port,
    renew: server.renew,
    endRevoked() {
      for (const [client, source] of clients) if (!currentSource(source)) client.end(reasonCodes.notAuthorised)
    },
    async close() {
      const closed = server.close()
      for (const connection of connections) connection.stop()
      await closed
      clearInterval(checks)
    },
  }
}
