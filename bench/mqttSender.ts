import { connect, type Socket } from 'node:net'

/** A prepared MQTT PUBLISH packet, with the offsets of its packet id and its readings. */
export interface Template {
  bytes: Buffer
  packetIdAt: number
  /** Offsets in each reading: of its time (13 digits), and of the decimals of east and north (6 digits each). */
  readings: { timeAt: number; eastAt: number; northAt: number; east: number; north: number }[]
  /** Time of its last use; a neckband's times must only grow. */
  lastAt: number
}

const timeDigits = 13
const zero = 48

/** Writes the decimal digits of a number in place. */
function writeDigits(bytes: Buffer, at: number, value: number, digits: number): void {
  let remaining = value
  for (let i = digits - 1; i >= 0; i--) {
    const next = Math.floor(remaining / 10)
    bytes[at + i] = zero + remaining - next * 10
    remaining = next
  }
}

/** Creates a message of a gateway's readings, in the product's own JSON. */
export function makeTemplate(gateway: string, readings: { neckband: string; east: number; north: number }[]): Template {
  const head = `{"gateway":"${gateway}","readings":[`
  const places: Template['readings'] = []
  let text = head
  for (const [i, { neckband, east, north }] of readings.entries()) {
    text += `${i > 0 ? ',' : ''}{"neckband":"${neckband}","at":`
    const timeAt = text.length
    text += `${'0'.repeat(timeDigits)},"longitude":${Math.floor(east / 1e6)}.`
    const eastAt = text.length
    text += `000000,"latitude":${Math.floor(north / 1e6)}.`
    const northAt = text.length
    text += `000000,"accuracyM":4.5,"rssi":-70,"battery":88,"temperatureC":38.5,"activity":0.31,"moving":true}`
    places.push({ timeAt, eastAt, northAt, east: east % 1e6, north: north % 1e6 })
  }
  text += ']}'
  const topic = `ingest/json/${gateway}`
  const length = 2 + topic.length + 2 + text.length
  const header = [0x32]
  for (let remaining = length; ; remaining >>= 7) {
    header.push(remaining < 128 ? remaining : (remaining & 127) | 128)
    if (remaining < 128) break
  }
  const bytes = Buffer.concat([
    Buffer.from([...header, topic.length >> 8, topic.length & 255]),
    Buffer.from(topic),
    Buffer.alloc(2),
    Buffer.from(text),
  ])
  const packetIdAt = header.length + 2 + topic.length
  const start = packetIdAt + 2
  for (const place of places) {
    place.timeAt += start
    place.eastAt += start
    place.northAt += start
  }
  return { bytes, packetIdAt, readings: places, lastAt: 0 }
}

/** Copies a message into the output, with its packet id and the current times and positions. */
function stamp(template: Template, into: Buffer, at: number, packetId: number, now: number, stampValue: number): void {
  template.bytes.copy(into, at)
  into.writeUInt16BE(packetId, at + template.packetIdAt)
  const time = Math.max(now, template.lastAt + 1)
  template.lastAt = time
  const first = at + (template.readings[0]?.timeAt ?? 0)
  writeDigits(into, first, time, timeDigits)
  const wander = Math.floor(now / 10) % 1000
  for (const { timeAt, eastAt, northAt, east, north } of template.readings) {
    if (at + timeAt !== first) into.copyWithin(at + timeAt, first, first + timeDigits)
    writeDigits(into, at + eastAt, east + stampValue, 6)
    writeDigits(into, at + northAt, north + wander, 6)
  }
}

/**
 * One MQTT connection at QoS 1 with a bounded number of unacknowledged messages. It uses little CPU: packets are prepared and only stamped, and only
 * acknowledgements are parsed.
 */
export class MqttSender {
  /** Messages sent and not acknowledged. */
  inFlight = 0
  messagesAcknowledged = 0
  failure: Error | null = null
  private readonly socket: Socket
  private readonly onAcknowledged: () => void
  private packetId = 0
  private unreadBytes: Buffer = Buffer.alloc(0)
  private connected: () => void = () => {}

  private constructor(socket: Socket, onAcknowledged: () => void) {
    this.socket = socket
    this.onAcknowledged = onAcknowledged
  }

  static async open(
    port: number,
    clientId: string,
    user: string,
    password: string,
    onAcknowledged: () => void,
  ): Promise<MqttSender> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const sender = new MqttSender(socket, onAcknowledged)
    const answered = new Promise<void>((resolve, reject) => {
      sender.connected = resolve
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('the broker closed the connection')))
    })
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
    const body = Buffer.concat([
      Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0xc2, 0, 0]),
      text(clientId),
      text(user),
      text(password),
    ])
    socket.on('data', (bytes: Buffer) => sender.read(bytes))
    socket.on('close', () => (sender.failure ??= new Error('the broker closed the connection')))
    socket.on('error', (error) => (sender.failure ??= error))
    socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]))
    await answered
    return sender
  }

  /** Sends messages in one write. `stampValue` null uses the sender's clock. */
  send(templates: Template[], stampModulus: number, stampValue: number | null): void {
    let length = 0
    for (const template of templates) length += template.bytes.length
    const bytes = Buffer.allocUnsafe(length)
    let at = 0
    const now = Date.now()
    for (const template of templates) {
      this.packetId = (this.packetId % 65_535) + 1
      stamp(template, bytes, at, this.packetId, now, stampValue ?? now % stampModulus)
      at += template.bytes.length
    }
    this.inFlight += templates.length
    this.socket.write(bytes)
  }

  close(): void {
    this.socket.destroy()
  }

  private read(chunk: Buffer): void {
    const bytes = this.unreadBytes.length > 0 ? Buffer.concat([this.unreadBytes, chunk]) : chunk
    let at = 0
    let acknowledged = false
    while (bytes.length - at >= 2 && bytes.length - at >= 2 + bytes[at + 1]!) {
      const kind = bytes[at]! >> 4
      if (kind === 2) {
        if (bytes[at + 3] === 0) this.connected()
        else this.failure = new Error(`the broker refused the connection (${bytes[at + 3]})`)
      } else if (kind === 4) {
        this.inFlight--
        this.messagesAcknowledged++
        acknowledged = true
      }
      at += 2 + bytes[at + 1]!
    }
    this.unreadBytes = at < bytes.length ? Buffer.from(bytes.subarray(at)) : Buffer.alloc(0)
    if (acknowledged) this.onAcknowledged()
  }
}
