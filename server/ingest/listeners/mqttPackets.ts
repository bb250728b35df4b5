import type { Socket } from 'node:net'

interface LimitValues {
  /** Bytes of the first packet, by which a client says who it is, at the most. */
  firstBytes: number
  /** Bytes that are read before the client is signed in, at the most. */
  strangerBytes: number
  /** Bytes of a packet behind its length, at the most. */
  bytes: number
  /** Ms from a packet's first byte to its last one, at the most. */
  ms: number
}

/** Bytes of packets that are not whole yet, on all connections of one source. */
export interface Unfinished {
  bytes: number
  max: number
}

/** The limits of one connection. */
export interface PacketLimits {
  /** To be called once it is known who the client is. */
  signIn(unfinished: Unfinished): void
}

/**
 * Watches the packets that are read from a socket of MQTT 3.1.1 (2.2: a type, a length of one to four bytes, and what is
 * as long), and destroys the socket over one that is too long, before it is gathered in memory, or not whole in time, and
 * where too much of a source is gathered already. It looks at lengths only, in what others read.
 */
export function limitPackets(socket: Socket, limits: LimitValues): PacketLimits {
  /** Bytes of the packet that are still to come; negative: of its head, the length is not known yet. */
  let left = 0
  let length = 0
  let shift = -1
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  let read = 0
  let account: Unfinished | null = null
  /** Of the account's bytes, those of this connection. */
  let gathered = 0
  const fail = (what: string) => void socket.destroy(new Error(what))
  const late = () => {
    // Unread bytes wait for us, not we for them.
    if (socket.readableLength > 0) timer?.refresh()
    else fail('a packet that does not end')
  }
  const gather = (bytes: number) => {
    if (!account) return
    account.bytes += bytes - gathered
    gathered = bytes
    if (account.bytes > account.max && bytes > 0) fail(`${account.bytes} bytes of unfinished packets`)
  }

  const look = (bytes: Uint8Array) => {
    read += bytes.length
    if (!account && read > limits.strangerBytes) return fail(`${read} bytes of a stranger`)
    let begun = false
    for (let at = 0; at < bytes.length; ) {
      if (shift < 0) {
        // A packet's first byte: its type.
        shift = 0
        length = 0
        left = -1
        begun = true
        at++
        continue
      }
      if (left < 0) {
        const byte = bytes[at++] as number
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (shift > 28) return fail('a packet’s length is not one')
        if (byte >= 0x80) continue
        if (length > (isFirst ? limits.firstBytes : limits.bytes)) return fail(`a packet of ${length} bytes`)
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
