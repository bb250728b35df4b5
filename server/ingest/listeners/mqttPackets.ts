import type { Socket } from 'node:net'
import { createRateLimiter } from '../../rateLimiter.ts'

/** Packet type of a message. */
const publishType = 3
/** Type and length of a release, the second half of a message at QoS 2. */
const [releaseType, releaseBytes] = [6, 2]

interface LimitValues {
  /** Maximum bytes of the first packet, which identifies the client. */
  firstBytes: number
  /** Maximum bytes read before the client is authenticated. */
  unauthenticatedBytes: number
  /** Maximum bytes of a message's packet after its length field. */
  bytes: number
  /** Bytes of other packets, such as SUBSCRIBE and PINGREQ: burst, and ms per further one. */
  control: { capacity: number; refillMs: number }
  /** Maximum time from a packet's first byte to its last, ms. */
  ms: number
}

/** Bytes of incomplete packets on all connections of one source. */
export interface Unfinished {
  bytes: number
  max: number
}

/** The limits of one connection. */
export interface PacketLimits {
  /** Call it once the client is authenticated. */
  signIn(unfinished: Unfinished): void
}

/**
 * Inspects the packets read from an MQTT 3.1.1 socket (2.2: a type, a length of one to four bytes, the content). Destroys
 * the socket when a packet is too long, before it is buffered, or incomplete for too long, or when its source has too many
 * bytes buffered. It reads only lengths, from data that another reader consumes.
 */
export function limitPackets(socket: Socket, limits: LimitValues): PacketLimits {
  /** Remaining bytes of the packet; negative while its length is unknown. */
  let left = 0
  let length = 0
  let shift = -1
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  let type = 0
  const control = createRateLimiter(limits.control)
  let read = 0
  let account: Unfinished | null = null
  /** This connection's share of the account's bytes. */
  let ownBytes = 0
  const fail = (what: string) => void socket.destroy(new Error(what))
  const late = () => {
    // Unread bytes wait for this server, so the client is not late.
    if (socket.readableLength > 0) timer?.refresh()
    else fail('a packet that does not end')
  }
  const gather = (bytes: number) => {
    if (!account) return
    account.bytes += bytes - ownBytes
    ownBytes = bytes
    if (account.bytes > account.max && bytes > 0) fail(`${account.bytes} bytes of unfinished packets`)
  }

  const look = (bytes: Uint8Array) => {
    read += bytes.length
    if (!account && read > limits.unauthenticatedBytes) return fail(`${read} bytes of a stranger`)
    let begun = false
    for (let at = 0; at < bytes.length;) {
      if (shift < 0) {
        // The first byte of a packet is its type.
        shift = 0
        length = 0
        left = -1
        begun = true
        type = (bytes[at++] as number) >> 4
        continue
      }
      if (left < 0) {
        const byte = bytes[at++] as number
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (shift > 28) return fail('a packet’s length is not one')
        if (byte >= 0x80) continue
        if (length > (isFirst ? limits.firstBytes : limits.bytes)) return fail(`a packet of ${length} bytes`)
        const isMessage = type === publishType || (type === releaseType && length === releaseBytes)
        if (!isFirst && !isMessage && !control.take('', length + 2))
          return fail(`too many packets that are no messages`)
        isFirst = false
        left = length
      }
      const taken = Math.min(left, bytes.length - at)
      left -= taken
      at += taken
      if (left === 0) shift = -1
    }
    const isWhole = shift < 0
    gather(isWhole || left < 0 ? 0 : length - left)
    if (isWhole) {
      clearTimeout(timer)
      timer = undefined
    } else if (timer === undefined) timer = setTimeout(late, limits.ms)
    else if (begun) timer.refresh()
  }

  const readOn = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const bytes: unknown = readOn(size)
    if (bytes instanceof Uint8Array) look(bytes)
    return bytes
  }
  socket.once('close', () => {
    clearTimeout(timer)
    gather(0)
  })
  return {
    signIn(unfinished) {
      account = unfinished
    },
  }
}
