import { isUtf8 } from 'node:buffer'
import { parser as createParser, type Packet } from 'mqtt-packet'
import { MqttFault } from './mqttFaults.ts'

/** Version of a connection: 3 is MQTT 3.1, 4 is 3.1.1. */
export type MqttVersion = 3 | 4 | 5

/** The answer to PINGREQ, the same in every version. */
export const pingResponse = Buffer.from([0xd0, 0])

/** Packet types (2.1.2). */
export const packetTypes = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
  auth: 15,
} as const

/** One packet: `bytes` from `at` to `end`; its content begins at `start`. */
export interface Frame {
  bytes: Buffer
  at: number
  start: number
  end: number
}

type PropertyOwner = 'connect' | 'will' | 'publish' | 'release' | 'subscribe' | 'unsubscribe' | 'disconnect'
type PropertyType = 'flag' | 'uint16' | 'positive16' | 'uint32' | 'positive32' | 'varint' | 'text' | 'topic' | 'binary'

const [userProperty, authenticationMethod, authenticationData] = [0x26, 0x15, 0x16]

/** Properties that a client may send (MQTT 5, 2.2.2.2), by identifier; each of them once. User properties may occur anywhere. */
const properties = new Map<number, readonly [PropertyType, ...PropertyOwner[]]>([
  [0x01, ['flag', 'publish', 'will']],
  [0x02, ['uint32', 'publish', 'will']],
  [0x03, ['text', 'publish', 'will']],
  [0x08, ['topic', 'publish', 'will']],
  [0x09, ['binary', 'publish', 'will']],
  [0x0b, ['varint', 'subscribe']],
  [0x11, ['uint32', 'connect', 'disconnect']],
  [authenticationMethod, ['text', 'connect']],
  [authenticationData, ['binary', 'connect']],
  [0x17, ['flag', 'connect']],
  [0x18, ['uint32', 'will']],
  [0x19, ['flag', 'connect']],
  [0x1f, ['text', 'release', 'disconnect']],
  [0x21, ['positive16', 'connect']],
  [0x22, ['uint16', 'connect']],
  [0x23, ['uint16', 'publish']],
  [0x27, ['positive32', 'connect']],
])

/** Maximum bytes of a packet's properties; parsing more would take long. */
const maxPropertyBytes = 16_384

const unknownProperty: readonly [undefined, ...PropertyOwner[]] = [undefined]

/** Reads a packet's content strictly. @throws MqttFault when it is not what the standard says */
class Cursor {
  private readonly bytes: Buffer
  private at: number
  private readonly end: number

  constructor({ bytes, start, end }: Frame) {
    this.bytes = bytes
    this.at = start
    this.end = end
  }

  get isDone(): boolean {
    return this.at === this.end
  }

  finish(): void {
    if (!this.isDone) throw new MqttFault('malformedPacket', 'bytes after the content of a packet')
  }

  byte(): number {
    return this.bytes[this.skip(1)] ?? 0
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.skip(2))
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.skip(4))
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte >= 0x80) continue
      if (byte === 0 && shift > 0) break
      return value
    }
    throw new MqttFault('malformedPacket', 'an overlong number')
  }

  binary(): Buffer {
    const length = this.uint16()
    const from = this.skip(length)
    return this.bytes.subarray(from, from + length)
  }

  text(): string {
    return readText(this.binary())
  }

  packetId(): void {
    if (this.uint16() === 0) throw new MqttFault('protocolError', 'packet id 0')
  }

  /** Checks the properties that belong to `owner`. */
  properties(owner: PropertyOwner): void {
    const length = this.varint()
    const end = this.at + length
    if (end > this.end) throw new MqttFault('malformedPacket', 'properties beyond the packet')
    if (length > maxPropertyBytes) throw new MqttFault('packetTooLarge', `${length} bytes of properties`)
    const seen = new Set<number>()
    const inner = new Cursor({ bytes: this.bytes, at: this.at, start: this.at, end })
    while (!inner.isDone) {
      const id = inner.byte()
      if (id === userProperty) {
        inner.text()
        inner.text()
        continue
      }
      const [type, ...owners] = properties.get(id) ?? unknownProperty
      if (type === undefined || !owners.includes(owner))
        throw new MqttFault('malformedPacket', `property ${id} is not one of this packet`)
      if (seen.has(id)) throw new MqttFault('protocolError', `property ${id} twice`)
      seen.add(id)
      inner.property(type)
    }
    if (seen.has(authenticationData) && !seen.has(authenticationMethod))
      throw new MqttFault('protocolError', 'authentication data without a method')
    this.at = end
  }

  private property(type: PropertyType): void {
    switch (type) {
      case 'flag':
        return requireValue(this.byte() <= 1, 'a flag')
      case 'uint16':
        return void this.uint16()
      case 'positive16':
        return requireValue(this.uint16() > 0, 'a limit')
      case 'uint32':
        return void this.uint32()
      case 'positive32':
        return requireValue(this.uint32() > 0, 'a limit')
      case 'varint':
        return requireValue(this.varint() > 0, 'a subscription identifier')
      case 'text':
        return void this.text()
      case 'topic':
        return requireValue(!hasWildcard(this.text()), 'a response topic')
      case 'binary':
        return void this.binary()
    }
  }

  private skip(count: number): number {
    const from = this.at
    if (from + count > this.end) throw new MqttFault('malformedPacket', 'a packet that is too short')
    this.at += count
    return from
  }
}

function requireValue(isValid: boolean, what: string): void {
  if (!isValid) throw new MqttFault('protocolError', `${what} with an impossible value`)
}

/** Decodes a string. @throws MqttFault when it is no UTF-8 or contains a character 0 (1.5.4) */
export function readText(bytes: Buffer): string {
  if (bytes.includes(0) || !isUtf8(bytes)) throw new MqttFault('malformedPacket', 'a string that is no UTF-8')
  return bytes.toString()
}

export const hasWildcard = (topic: string) => topic.includes('#') || topic.includes('+')

/** The protocol names and levels in use; a bridge adds `bridgeBit` to its level. */
const protocolNames = { old: 'MQIsdp', current: 'MQTT' }
const bridgeBit = 0x80

/**
 * Returns the version of a CONNECT; of an unsupported one, the version whose form its answer has.
 * @throws MqttFault when it is not of MQTT
 */
export function readVersion(frame: Frame): { version: MqttVersion; isSupported: boolean } {
  const cursor = new Cursor(frame)
  const name = cursor.text()
  const level = cursor.byte() & ~bridgeBit
  if (name === protocolNames.old) return { version: 3, isSupported: level === 3 }
  if (name !== protocolNames.current) throw new MqttFault('malformedPacket', 'a first packet that is not of MQTT')
  // Some devices write the new name with the old level.
  if (level === 3 || level === 4 || level === 5) return { version: level, isSupported: true }
  return { version: level > 5 ? 5 : 4, isSupported: false }
}

/** Checks everything that the standard says of a packet's form. @throws MqttFault */
function requireForm(frame: Frame, version: MqttVersion): void {
  const first = frame.bytes[frame.at] ?? 0
  const type = first >> 4
  const flags = first & 0xf
  const cursor = new Cursor(frame)
  const isNewer = version === 5
  const { connect, publish, pubrel, subscribe, unsubscribe } = packetTypes
  const isMarked = type === pubrel || type === subscribe || type === unsubscribe
  if (type !== publish && flags !== (isMarked ? 2 : 0)) throw new MqttFault('malformedPacket', 'reserved flags')
  switch (type) {
    case connect:
      return requireConnect(cursor, version)
    case publish:
      cursor.text()
      if ((flags & 6) !== 0) cursor.packetId()
      if (isNewer) cursor.properties('publish')
      return
    case pubrel:
      cursor.packetId()
      if (isNewer && !cursor.isDone) cursor.byte()
      if (isNewer && !cursor.isDone) cursor.properties('release')
      return cursor.finish()
    case subscribe:
      cursor.packetId()
      if (isNewer) cursor.properties('subscribe')
      requireValue(!cursor.isDone, 'a list of filters')
      while (!cursor.isDone) {
        const filter = cursor.text()
        if (filter === '') throw new MqttFault('malformedPacket', 'an empty filter')
        requireOptions(cursor.byte(), filter, isNewer)
      }
      return
    case unsubscribe:
      cursor.packetId()
      if (isNewer) cursor.properties('unsubscribe')
      requireValue(!cursor.isDone, 'a list of filters')
      while (!cursor.isDone) if (cursor.text() === '') throw new MqttFault('malformedPacket', 'an empty filter')
      return
    case packetTypes.disconnect:
      if (isNewer && !cursor.isDone) cursor.byte()
      if (isNewer && !cursor.isDone) cursor.properties('disconnect')
      return cursor.finish()
    case packetTypes.pingreq:
      return cursor.finish()
    default:
      // Acknowledgements as well: the listener sends no message that could be acknowledged.
      throw new MqttFault('protocolError', `a packet of type ${type}`)
  }
}

function requireOptions(options: number, filter: string, isNewer: boolean): void {
  const [qos, retainHandling, noLocal] = [options & 3, (options >> 4) & 3, (options & 4) !== 0]
  const reserved = isNewer ? 0xc0 : 0xfc
  if ((options & reserved) !== 0 || qos === 3) throw new MqttFault('malformedPacket', 'impossible subscription options')
  requireValue(retainHandling !== 3, 'a retain handling')
  requireValue(!(noLocal && filter.startsWith('$share/')), 'a shared subscription')
}

function requireConnect(cursor: Cursor, version: MqttVersion): void {
  cursor.text()
  cursor.byte()
  const flags = cursor.byte()
  const [hasWill, willQos, retainsWill] = [(flags & 4) !== 0, (flags >> 3) & 3, (flags & 0x20) !== 0]
  const [hasName, hasPassword] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0]
  const isPossible =
    (flags & 1) === 0 &&
    willQos < 3 &&
    (hasWill || (willQos === 0 && !retainsWill)) &&
    (version === 5 || hasName || !hasPassword)
  if (!isPossible) throw new MqttFault('malformedPacket', 'impossible flags')
  cursor.uint16()
  if (version === 5) cursor.properties('connect')
  cursor.text()
  if (hasWill) {
    if (version === 5) cursor.properties('will')
    const topic = cursor.text()
    if (topic === '' || hasWildcard(topic)) throw new MqttFault('topicNameInvalid', 'a will without a topic')
    cursor.binary()
  }
  if (hasName) cursor.text()
  if (hasPassword) cursor.binary()
  cursor.finish()
}

/**
 * Parses a packet. The parser of `mqtt-packet` takes much that the standard forbids, so the form is checked first.
 * @throws MqttFault
 */
export function parsePacket(frame: Frame, version: MqttVersion): Packet {
  requireForm(frame, version)
  let parsed: Packet | undefined
  const parser = createParser({ protocolVersion: version })
  parser.on('packet', (packet: Packet) => (parsed = packet))
  parser.on('error', () => {})
  parser.parse(frame.bytes.subarray(frame.at, frame.end))
  if (!parsed) throw new MqttFault('malformedPacket', 'a packet that can’t be read')
  return parsed
}
