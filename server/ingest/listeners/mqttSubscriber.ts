import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, parser as createParser } from 'mqtt-packet'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import { codeOf } from '../../errorCode.ts'
import type { Source } from '../../herd/registry.ts'
import type { BrokerFault } from '#contract/live/live.ts'
import type { Receiver } from '../receiver.ts'
import { topicsOf } from '../topics.ts'
import { type MessageReceiver, receiveMessage } from './mqttMessages.ts'

interface SubscriberParts {
  url: string
  /** Name of the session at the broker, which stores unacknowledged messages under it. */
  clientId: string
  /** The source that the broker's messages count for: the broker has checked who may publish. Without one they are refused. */
  source: () => Source | undefined
  receiver: MessageReceiver & Pick<Receiver, 'hasRoom' | 'whenRoom'>
  log: Logger
  /** Called with the first state and each change: the broker's fault, null while it works. */
  onState: (fault: BrokerFault | null) => void
  /** Called with the first grant and each change: whether the broker sends a message again until it is acknowledged (QoS 1). */
  onGrant?: (isGuaranteed: boolean) => void
  /** Ms between two pings; the broker counts as unavailable after two without an answer. */
  pingMs?: number
}

const defaultPingMs = 1000
const maxBackoffMs = 2000
/** A SUBACK contains a granted QoS, or a failure code from this value on. */
const firstFailureCode = 0x80

/** Codes of TLS for a certificate that is not trusted, has expired, or is for another name. */
const certificateCode = /^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/

class BrokerError extends Error {
  readonly fault: BrokerFault
  constructor(fault: BrokerFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * Receives readings from an outside broker over a persistent session with QoS 1. It handles packets itself, because general
 * clients acknowledge messages one after another, while here many wait for one commit.
 */
export function openMqttSubscriber(parts: SubscriberParts): { close(): Promise<void> } {
  const url = new URL(parts.url)
  const pingMs = parts.pingMs ?? defaultPingMs
  let socket: Socket | undefined
  let closing = false
  let timer: NodeJS.Timeout | undefined
  let tries = 0
  let state: BrokerFault | null | undefined
  let granted: boolean | undefined

  const setState = (fault: BrokerFault | null, error?: unknown) => {
    if (state === fault) return
    if (fault !== null)
      parts.log.warn({ fault, error: String(error), broker: url.host }, 'nothing comes from the broker')
    else if (state !== undefined) parts.log.warn({ broker: url.host }, 'the broker is back')
    state = fault
    parts.onState(fault)
  }

  const setGrant = (isGuaranteed: boolean) => {
    if (granted === isGuaranteed) return
    granted = isGuaranteed
    if (!isGuaranteed) parts.log.warn({ broker: url.host }, 'the broker grants only QoS 0: messages can be lost')
    parts.onGrant?.(isGuaranteed)
  }

  const open = () => {
    const secure = url.protocol === 'mqtts:'
    const port = Number(url.port || (secure ? 8883 : 1883))
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // TLS sends names to servers, not addresses; the certificate is checked against either.
    const conn: Socket = secure
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port })
    socket = conn
    conn.setNoDelay(true)
    let heardAt = 0
    let ticks = 0
    let isConnected = false
    let isSubscribed = false
    let topics: string[] = []
    /** Subscribes to the topics of the source's formats, again when these have changed. */
    const subscribe = () => {
      const { wanted, others } = topicsOf(parts.source()?.adapters ?? [])
      if (!isConnected || wanted.join() === topics.join()) return
      topics = wanted
      conn.write(
        generate({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) }),
      )
      // The broker remembers earlier subscriptions.
      if (others.length > 0) conn.write(generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: others }))
    }
    const reportState = () => {
      if (isSubscribed) setState(parts.source() ? null : 'NO_SOURCE', 'no source is registered for its messages')
    }
    const ping = setInterval(() => {
      ticks++
      // A paused connection cannot receive the broker's answers.
      if (conn.isPaused()) heardAt = ticks
      if (ticks - heardAt > 2) conn.destroy(new BrokerError(isConnected ? 'SILENT' : 'UNREACHABLE', 'no answer'))
      else if (isConnected) conn.write(generate({ cmd: 'pingreq' }))
      // A source may be added or removed while connected.
      reportState()
      subscribe()
    }, pingMs)
    const handle = (packet: Packet) => {
      heardAt = ticks
      if (packet.cmd === 'connack') {
        if (packet.returnCode !== 0) {
          conn.destroy(new BrokerError('LOGIN_REFUSED', `CONNACK ${packet.returnCode}`))
          return
        }
        isConnected = true
        subscribe()
      } else if (packet.cmd === 'suback') {
        const refused = packet.granted.flatMap((code, i) =>
          typeof code !== 'number' || code >= firstFailureCode ? [`${String(code)} for ${topics[i]}`] : [],
        )
        // A broker may allow the topics of one format only.
        if (refused.length === packet.granted.length) {
          conn.destroy(new BrokerError('SUBSCRIPTION_REFUSED', `SUBACK ${refused.join(', ')}`))
          return
        }
        if (refused.length > 0) parts.log.warn({ refused, broker: url.host }, 'the broker refuses some topics')
        setGrant(!packet.granted.includes(0))
        tries = 0
        isSubscribed = true
        reportState()
      } else if (packet.cmd === 'publish') void take(packet)
    }
    const take = async (packet: IPublishPacket) => {
      const isSettled = await store(packet, parts)
      if (isSettled && packet.qos > 0 && packet.messageId !== undefined && !conn.destroyed) {
        conn.write(generate({ cmd: 'puback', messageId: packet.messageId }))
      }
    }
    const parser = createParser()
    parser.on('packet', handle)
    parser.on('error', (error: Error) => conn.destroy(error))
    conn.on('data', (bytes) => {
      parser.parse(Buffer.from(bytes))
      const source = parts.source() ?? null
      if (parts.receiver.hasRoom(source)) return
      conn.pause()
      void parts.receiver.whenRoom(source).then(() => conn.resume())
    })
    let fault: BrokerFault = 'UNREACHABLE'
    let reason: unknown = 'the connection was closed'
    conn.on('error', (error) => {
      reason = error
      if (error instanceof BrokerError) fault = error.fault
      else if (certificateCode.test(codeOf(error))) fault = 'UNTRUSTED'
    })
    conn.on(secure ? 'secureConnect' : 'connect', () => {
      conn.write(
        generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: false,
          clientId: parts.clientId,
          keepalive: Math.ceil((pingMs * 5) / 1000),
          ...(url.username === ''
            ? {}
            : { username: decodeURIComponent(url.username), password: Buffer.from(decodeURIComponent(url.password)) }),
        }),
      )
    })
    conn.on('close', () => {
      isSubscribed = false
      clearInterval(ping)
      if (closing) return
      setState(fault, reason)
      timer = setTimeout(open, Math.min(maxBackoffMs, 100 * 2 ** tries++) * (0.5 + Math.random() / 2))
    })
  }

  open()
  return {
    close: () =>
      new Promise((resolve) => {
        closing = true
        clearTimeout(timer)
        if (!socket || socket.destroyed) {
          resolve()
          return
        }
        socket.once('close', () => resolve())
        socket.end(generate({ cmd: 'disconnect' }))
        setTimeout(() => socket?.destroy(), 1000).unref()
      }),
  }
}

/** Returns whether the broker may drop the message. One that could not be stored is sent again after a reconnect. */
async function store({ topic, payload }: IPublishPacket, { source, receiver, log }: SubscriberParts): Promise<boolean> {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const outcome = await receiveMessage(receiver, source() ?? null, topic, body)
  if (outcome.kind === 'unreadable') log.info({ topic, bytes: body.length, ...outcome }, 'a message was refused')
  return outcome.kind !== 'failed'
}
