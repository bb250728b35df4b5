import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { generate, type IConnectPacket, type Packet } from 'mqtt-packet'
import type { Logger } from 'pino'
import { machineSpan } from '../../clock.ts'
import type { Source } from '../../herd/registry.ts'
import { createRateLimiter } from '../../rateLimiter.ts'
import type { Outcome } from '../intake.ts'
import { type Answer, answerOf, encodeComplete, type Owed, OwedAnswers } from './mqttAnswers.ts'
import { acceptance, grantTo, refusal, requireAcceptable } from './mqttConnack.ts'
import { isFailure, MqttFault, type ReasonCode, reasonCodes } from './mqttFaults.ts'
import { FrameReader } from './mqttFrames.ts'
import {
  maxInFlight,
  maxInFlightBytes,
  maxReleaseBytes,
  maxSourceInFlightBytes,
  maxUnreleased,
  type PacketLimits,
  receiveMaximum,
  type SourceShare,
  topicAliasMaximum,
} from './mqttLimits.ts'
import { type MessageReceiver, receiveMessage } from './mqttMessages.ts'
import { type Frame, type MqttVersion, packetTypes, parsePacket, pingResponse, readVersion } from './mqttPackets.ts'
import { type PublishFrame, readPublish } from './mqttPublish.ts'
import { maxSessionSeconds, type MqttSession } from './mqttSessions.ts'
import { subscribeTo } from './mqttSubscriptions.ts'
import { type MessageTopic, type MessageTopics, TopicAliases } from './mqttTopics.ts'

/** What a connection needs of the listener. */
export interface ConnectionHost {
  readonly receiver: MessageReceiver
  readonly topics: MessageTopics
  readonly log: Logger
  readonly limits: PacketLimits
  /** Answers a CONNECT: calls `accept` or `refuse`. */
  signIn(connection: MqttConnection, packet: IConnectPacket): void
  /** Returns the current record of a source; undefined once it was removed or got another secret. */
  currentSource(source: Source): Source | undefined
  /** Called with each message and its result. */
  onOutcome(connection: MqttConnection, source: Source, topic: MessageTopic, outcome: Outcome): void
}

/** One client's connection, from its first byte to its last. */
export class MqttConnection {
  readonly socket: Socket
  /** Name of its session; empty before it is signed in. */
  key = ''
  /** Whether it ended as its client wished, or another connection took its session over. */
  isLeft = false
  /** When its last message came, monotonic ms; null before its first. */
  messageAt: number | null = null
  source: Source | null = null
  session: MqttSession | null = null
  private readonly host: ConnectionHost
  private readonly reader: FrameReader
  private readonly control
  private version: MqttVersion | null = null
  private names: string[] = []
  private hasAssignedId = false
  private share: SourceShare | null = null
  private answers: OwedAnswers | null = null
  /** Messages at QoS 1 that are not acknowledged, and packet ids at QoS 2 that are not released, of this connection. */
  private unacknowledged = 0
  private readonly exchanges = new Set<number>()
  private readonly aliases = new TopicAliases(topicAliasMaximum)
  private inFlight = 0
  private inFlightBytes = 0
  private unfinishedBytes = 0
  /** Largest packet that a client of MQTT 5 accepts, bytes. */
  private maxSentBytes = Infinity
  private wantsReasons = true
  private keepaliveMs = Infinity
  private readonly openedAt = machineSpan()
  private heardAt = this.openedAt
  private isEnding = false
  /** Nothing more is read: the refusal of its CONNECT follows. */
  private isRefused = false
  private isDraining = false

  constructor(socket: Socket, host: ConnectionHost) {
    this.socket = socket
    this.host = host
    this.control = createRateLimiter(host.limits.control)
    this.reader = new FrameReader({
      admit: (first, length) => this.admit(first >> 4, length),
      onFrame: (frame) => this.onFrame(frame),
      isReady: () => this.isReady(),
      onUnfinished: (bytes) => this.countUnfinished(bytes),
    })
    socket.on('data', (chunk: Buffer) => {
      if (this.isEnding) return
      this.heardAt = machineSpan()
      this.read(() => this.reader.feed(chunk))
    })
    socket.on('drain', () => {
      this.isDraining = false
      this.wake()
    })
    socket.on('error', (error) => host.log.debug({ error }, 'a gateway broke off'))
    socket.on('close', () => {
      this.reader.clear()
      this.share?.paused.delete(this)
    })
  }

  /** Accepts its CONNECT. */
  accept(packet: IConnectPacket, source: Source, share: SourceShare, session: MqttSession, isPresent: boolean): void {
    const { version, hasAssignedId, host } = this
    if (version === null) return
    const { clientId, properties } = packet
    const grant = grantTo(packet, version)
    this.source = source
    this.share = share
    this.session = session
    this.names = [clientId, source.name]
    session.storedSeconds = grant.sessionSeconds
    this.keepaliveMs = grant.keepaliveSeconds * 1000
    this.maxSentBytes = properties?.maximumPacketSize ?? Infinity
    this.wantsReasons = properties?.requestProblemInformation !== false
    const mayExplain = (bytes: number) => this.wantsReasons && bytes <= this.maxSentBytes
    this.answers = new OwedAnswers(this.socket, version, mayExplain, (answers) => this.onAnswered(answers))
    const maximumPacketSize = host.limits.bytes
    this.send(acceptance(packet, version, grant, { isPresent, hasAssignedId, maximumPacketSize }))
  }

  /** Refuses its CONNECT and closes it. */
  refuse(code: ReasonCode): void {
    if (this.isEnding) return
    const packet = refusal(code, this.version)
    if (packet) this.send(packet)
    this.finish(packet !== null)
  }

  /** Reads nothing more: `refuse` follows later. */
  pauseUntilRefused(): void {
    this.isRefused = true
    this.socket.pause()
  }

  /** Ends the connection; a client of MQTT 5 receives the reason. */
  end(code: ReasonCode): void {
    if (this.isEnding) return
    this.answers?.flush()
    const isExplained = this.version === 5 && this.answers !== null
    if (isExplained) this.send({ cmd: 'disconnect', reasonCode: code })
    this.finish(isExplained)
  }

  /** Ends the connection because the server stops. */
  stop(): void {
    if (this.answers) this.end(reasonCodes.serverShuttingDown)
    this.socket.destroySoon()
  }

  giveWay(): void {
    this.end(reasonCodes.quotaExceeded)
  }

  /** Closes the connection when its client is late. */
  check(now: number): void {
    const { timeoutMs } = this.host.limits
    const { unfinishedSince } = this.reader
    if (this.isEnding) return
    if (!this.answers) {
      if (now - this.openedAt >= timeoutMs) this.socket.destroy()
    } else if (this.reader.isWaiting && !this.isDraining) {
      // Unread bytes wait for this server, so the client is not late.
      this.heardAt = now
    } else if (unfinishedSince !== null && now - unfinishedSince >= timeoutMs) this.end(reasonCodes.malformedPacket)
    else if (now - this.heardAt >= 1.5 * this.keepaliveMs) this.end(reasonCodes.keepAliveTimeout)
  }

  /** Continues when there is room again. */
  wake(): void {
    if (!this.reader.isWaiting || !this.isReady()) return
    this.share?.paused.delete(this)
    this.read(() => this.reader.resume())
    if (!this.reader.isWaiting) this.socket.resume()
  }

  private read(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
    if (!this.reader.isWaiting || this.isEnding) return
    this.socket.pause()
    this.share?.paused.add(this)
  }

  private fail(error: unknown): void {
    const isKnown = error instanceof MqttFault
    if (isKnown) this.host.log.debug({ error }, 'a gateway broke the protocol')
    else this.host.log.error({ err: error }, 'a packet could not be handled')
    const code = isKnown ? error.code : reasonCodes.notAccepted
    if (this.answers) this.end(code)
    else if (this.version !== null) this.refuse(code)
    else this.socket.destroy()
  }

  /** Reads nothing more and closes. @param hasReason the client shall receive what was written last */
  private finish(hasReason: boolean): void {
    this.isEnding = true
    this.reader.clear()
    this.share?.paused.delete(this)
    this.socket.pause()
    if (hasReason) setTimeout(() => this.socket.destroy(), this.host.limits.farewellMs).unref()
    else this.socket.destroySoon()
  }

  private send(packet: Packet): void {
    const bytes = generate(packet, { protocolVersion: this.version ?? 4 })
    if (bytes.length <= this.maxSentBytes) this.write(bytes)
  }

  private write(bytes: Buffer): void {
    if (!this.socket.writable) return
    // A client that does not take its answers is not read.
    if (!this.socket.write(bytes)) this.isDraining = true
  }

  private isReady(): boolean {
    const { inFlight, inFlightBytes, share } = this
    if (this.isEnding || this.isRefused || this.isDraining || inFlight >= maxInFlight) return false
    const sourceBytes = share?.inFlightBytes ?? 0
    return inFlightBytes === 0 || (inFlightBytes < maxInFlightBytes && sourceBytes < maxSourceInFlightBytes)
  }

  private admit(type: number, length: number): void {
    const { limits } = this.host
    const isFirst = this.version === null
    if (length > (isFirst ? limits.firstBytes : limits.bytes))
      throw new MqttFault('packetTooLarge', `a packet of ${length} bytes`)
    const isMessage = type === packetTypes.publish || (type === packetTypes.pubrel && length <= maxReleaseBytes)
    if (!isFirst && !isMessage && !this.control.take('', length))
      throw new MqttFault('messageRateTooHigh', 'too many packets that are no messages')
  }

  private countUnfinished(bytes: number): void {
    const { share } = this
    if (!share) return
    share.unfinishedBytes += bytes - this.unfinishedBytes
    this.unfinishedBytes = bytes
    if (bytes > 0 && share.unfinishedBytes > share.maxUnfinishedBytes)
      throw new MqttFault('quotaExceeded', `${share.unfinishedBytes} bytes of unfinished packets`)
  }

  private onFrame(frame: Frame): void {
    const type = (frame.bytes[frame.at] as number) >> 4
    if (this.answers === null || this.version === null) return this.connect(frame, type)
    if (type === packetTypes.publish) return this.publish(frame, this.version)
    this.handle(parsePacket(frame, this.version), this.version)
  }

  private connect(frame: Frame, type: number): void {
    if (type !== packetTypes.connect || this.version !== null)
      throw new MqttFault('protocolError', 'a first packet that is no CONNECT')
    const { version, isSupported } = readVersion(frame)
    this.version = version
    if (!isSupported) throw new MqttFault('unsupportedVersion', 'another version of MQTT')
    const packet = parsePacket(frame, this.version)
    if (packet.cmd !== 'connect') return
    requireAcceptable(packet, version)
    this.hasAssignedId = packet.clientId === ''
    this.host.signIn(this, this.hasAssignedId ? { ...packet, clientId: `drover-${randomUUID()}` } : packet)
  }

  private handle(packet: Packet, version: MqttVersion): void {
    const { session } = this
    if (!session) return
    switch (packet.cmd) {
      case 'pingreq':
        return this.write(pingResponse)
      case 'pubrel': {
        const { messageId = 0 } = packet
        this.exchanges.delete(messageId)
        const isKnown = session.release(messageId)
        return this.write(
          encodeComplete(messageId, isKnown ? reasonCodes.success : reasonCodes.packetIdNotFound, version),
        )
      }
      case 'subscribe': {
        const granted = subscribeTo(packet.subscriptions, session, this.names, version)
        return this.send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted })
      }
      case 'unsubscribe': {
        const { success, noSubscription } = reasonCodes
        const granted = packet.unsubscriptions.map((one) => (session.unsubscribe(one) ? success : noSubscription))
        return this.send({ cmd: 'unsuback', messageId: packet.messageId ?? 0, granted })
      }
      case 'disconnect': {
        const seconds = packet.properties?.sessionExpiryInterval ?? session.storedSeconds
        if (session.storedSeconds === 0 && seconds > 0)
          throw new MqttFault('protocolError', 'a longer life for a session without one')
        session.storedSeconds = Math.min(seconds, maxSessionSeconds)
        this.isLeft = (packet.reasonCode ?? 0) === reasonCodes.success
        this.answers?.flush()
        return this.finish(false)
      }
      default:
        throw new MqttFault('protocolError', `a packet of type ${packet.cmd}`)
    }
  }

  private publish(frame: Frame, version: MqttVersion): void {
    const { bytes, end } = frame
    const message = readPublish(frame, version)
    const { topicFrom, topicTo, bodyFrom, topicAlias } = message
    const named = topicFrom < topicTo || version !== 5 ? this.host.topics.read(bytes, topicFrom, topicTo) : null
    const topic = this.aliases.resolve(named, topicAlias)
    const body = bytes.subarray(bodyFrom, end)
    this.take(topic, body, message)
    if (!topic.isValid && version === 5) throw new MqttFault('topicNameInvalid', 'a topic with a wildcard')
  }

  private take(topic: MessageTopic, body: Buffer, { qos, packetId, isText, userProperties }: PublishFrame): void {
    const { host, session, share, answers } = this
    const source = this.source && host.currentSource(this.source)
    if (!source || !session || !share || !answers)
      throw new MqttFault('notAuthorised', 'a source that was removed or got another secret')
    this.messageAt = this.heardAt
    if (qos > 0 && this.version === 5 && this.unacknowledged + this.exchanges.size >= receiveMaximum)
      throw new MqttFault('receiveMaximumExceeded', 'too many unacknowledged messages')
    const owed = qos === 0 ? null : answers.owe(qos === 1 ? packetTypes.puback : packetTypes.pubrec, packetId)
    if (qos === 1) this.unacknowledged++
    if (qos === 2) this.exchanges.add(packetId)
    const earlier = qos === 2 ? session.answerOf(packetId) : undefined
    if (earlier) return this.settleLater(earlier, owed, 0)
    if (qos === 2 && share.unreleased >= maxUnreleased)
      throw new MqttFault('quotaExceeded', 'too many messages that were not released')
    const { text, named } = topic
    const received =
      isText && !isUtf8(body)
        ? host.receiver.refuse({
            source,
            topic: text,
            topicGateway: named?.gateway ?? null,
            body,
            userProperties,
            reason: 'BAD_SHAPE',
            field: 'payload',
          })
        : receiveMessage(host.receiver, source, text, body, named, userProperties)
    const answer = received.then((outcome) => {
      host.onOutcome(this, source, topic, outcome)
      return answerOf(outcome)
    })
    if (qos === 2) session.receive(packetId, answer)
    this.settleLater(answer, owed, body.length)
  }

  private settleLater(answer: Promise<Answer | null>, owed: Owed | null, bytes: number): void {
    this.inFlight++
    this.countInFlight(bytes)
    answer.then(
      (known) => this.settle(known, owed, bytes),
      (error: unknown) => {
        this.host.log.warn({ error }, 'a message was refused')
        this.settle(null, owed, bytes)
      },
    )
  }

  private settle(answer: Answer | null, owed: Owed | null, bytes: number): void {
    this.inFlight--
    this.countInFlight(-bytes)
    if (answer && owed) this.answers?.settle(owed, answer)
    // It is not acknowledged, so that it comes again.
    if (!answer) {
      if (owed?.type === packetTypes.pubrec) this.session?.release(owed.packetId)
      this.host.log.warn('a message could not be stored')
      this.end(reasonCodes.serverBusy)
    }
    this.wake()
    for (const other of this.share?.paused ?? []) other.wake()
  }

  private countInFlight(bytes: number): void {
    this.inFlightBytes += bytes
    if (this.share) this.share.inFlightBytes += bytes
  }

  /** Called when acknowledgements were sent. */
  private onAnswered(answers: readonly Owed[]): void {
    for (const { type, packetId, answer } of answers) {
      if (type === packetTypes.puback) this.unacknowledged--
      // No release follows a PUBREC that refuses (MQTT 5, 4.3.3).
      else if (this.version === 5 && answer && isFailure(answer.code)) {
        this.exchanges.delete(packetId)
        this.session?.release(packetId)
      }
    }
    if (this.socket.writableNeedDrain) this.isDraining = true
  }
}
