import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface RawWebSocket {
  /** Sends a short text (under 64 KB). */
  send(text: string): void
  close(): void
}

/** 1 text, 2 binary. The bytes are a view that is valid during the call alone. */
type OnMessage = (payload: Buffer, opcode: number) => void

/**
 * A WebSocket client that does next to nothing: it finds the frames in the bytes and hands them over uncopied. The
 * load that watches must not cost more than the server that is watched.
 */
export function openWebSocket(port: number, path: string, onMessage: OnMessage, onEnd: () => void = () => {}): Promise<RawWebSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: drover-bench\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    let pending: Buffer[] = []
    let pendingBytes = 0
    let wanted = 0
    let open = false
    socket.on('data', (chunk: Buffer) => {
      pending.push(chunk)
      pendingBytes += chunk.length
      if (pendingBytes < wanted) return
      let bytes = pending.length === 1 ? chunk : Buffer.concat(pending, pendingBytes)
      if (!open) {
        const end = bytes.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = bytes.toString('latin1', 0, end)
        if (!head.startsWith('HTTP/1.1 101')) {
          socket.destroy()
          reject(new Error(`${path}: ${head.split('\r\n')[0] ?? ''}`))
          return
        }
        open = true
        bytes = bytes.subarray(end + 4)
        resolve({ send: (text) => socket.write(masked(1, Buffer.from(text))), close: () => socket.destroy() })
      }
      const rest = readFrames(bytes, socket, onMessage)
      wanted = rest.wanted
      pending = rest.bytes.length > 0 ? [rest.bytes] : []
      pendingBytes = rest.bytes.length
    })
    socket.on('error', reject)
    socket.on('close', onEnd)
  })
}

/** @returns what is left of the last frame, and how long it will be */
function readFrames(bytes: Buffer, socket: Socket, onMessage: OnMessage): { bytes: Buffer; wanted: number } {
  let at = 0
  for (;;) {
    const left = bytes.length - at
    if (left < 2) return { bytes: bytes.subarray(at), wanted: 2 }
    const short = bytes[at + 1]! & 0x7f
    const header = short === 126 ? 4 : short === 127 ? 10 : 2
    if (left < header) return { bytes: bytes.subarray(at), wanted: header }
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
    if (left < header + length) return { bytes: bytes.subarray(at), wanted: header + length }
    const opcode = bytes[at]! & 0x0f
    const payload = bytes.subarray(at + header, at + header + length)
    if (opcode === 1 || opcode === 2) onMessage(payload, opcode)
    else if (opcode === 9) socket.write(masked(10, payload))
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
  // A mask of zeros is a mask: the payload stays as it is.
  payload.copy(frame, long ? 8 : 6)
  return frame
}
