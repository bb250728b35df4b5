import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface RawWebSocket {
  /** Sends a short text (under 64 KB). */
  send(text: string): void
  close(): void
}

/** Opcode 1 is text, 2 binary. The bytes are a view that is valid only during the call and starts at a multiple of eight. */
type OnMessage = (payload: Buffer<ArrayBuffer>, opcode: number) => void

/** Read buffer shared by all sockets: each handles its bytes before the next is read. */
const arrived = Buffer.alloc(1 << 20)

/** A reusable buffer that grows as needed. */
class Store {
  bytes = Buffer.alloc(1 << 16)
  length = 0

  append(more: Uint8Array): void {
    if (this.length + more.length > this.bytes.length) {
      const larger = Buffer.alloc(2 * (this.length + more.length))
      this.bytes.copy(larger, 0, 0, this.length)
      this.bytes = larger
    }
    this.bytes.set(more, this.length)
    this.length += more.length
  }

  drop(count: number): void {
    this.bytes.copyWithin(0, count, this.length)
    this.length -= count
  }
}

/**
 * A minimal WebSocket client: it finds frames in the bytes and passes them on without allocating for each. Load generators must not cost more than
 * the server they measure.
 */
export function openWebSocket(
  port: number,
  path: string,
  onMessage: OnMessage,
  onEnd: () => void = () => {},
): Promise<RawWebSocket> {
  return new Promise((resolve, reject) => {
    const received = new Store()
    const payload = new Store()
    const onread = { buffer: arrived, callback: (count: number) => readChunk(arrived.subarray(0, count)) }
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread })
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: drover-bench\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    let bytesNeeded = 0
    let open = false
    const readChunk = (chunk: Buffer): boolean => {
      received.append(chunk)
      if (received.length < bytesNeeded) return true
      if (!open) {
        const end = received.bytes.subarray(0, received.length).indexOf('\r\n\r\n')
        if (end < 0) return true
        const head = received.bytes.toString('latin1', 0, end)
        if (!head.startsWith('HTTP/1.1 101')) {
          socket.destroy()
          reject(new Error(`${path}: ${head.split('\r\n')[0] ?? ''}`))
          return false
        }
        open = true
        received.drop(end + 4)
        resolve({ send: (text) => socket.write(masked(1, Buffer.from(text))), close: () => socket.destroy() })
      }
      bytesNeeded = readFrames(received, payload, socket, onMessage)
      return true
    }
    socket.on('error', reject)
    socket.on('close', onEnd)
  })
}

/**
 * Passes on the complete frames.
 * @returns the size of the next frame, bytes
 */
function readFrames(received: Store, payload: Store, socket: Socket, onMessage: OnMessage): number {
  const { bytes } = received
  let at = 0
  for (;;) {
    const left = received.length - at
    const short = left < 2 ? 0 : bytes[at + 1]! & 0x7f
    const header = short === 126 ? 4 : short === 127 ? 10 : 2
    const length =
      left < header || short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2))
    if (left < header + length) {
      received.drop(at)
      return header + length
    }
    const opcode = bytes[at]! & 0x0f
    payload.length = 0
    payload.append(bytes.subarray(at + header, at + header + length))
    const content = payload.bytes.subarray(0, length)
    if (opcode === 1 || opcode === 2) onMessage(content, opcode)
    else if (opcode === 9) socket.write(masked(10, content))
    else if (opcode === 8) socket.end()
    at += header + length
  }
}

function masked(opcode: number, payload: Buffer): Buffer {
  const long = payload.length > 125
  const frame = Buffer.alloc((long ? 8 : 6) + payload.length)
  frame[0] = 0x80 | opcode
  if (long) {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(payload.length, 2)
  } else frame[1] = 0x80 | payload.length
  // A mask of zeros is valid and leaves the payload unchanged.
  payload.copy(frame, long ? 8 : 6)
  return frame
}
