import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestDatabase } from './testDatabase.ts'

const sslRequestCode = 80_877_103

function message(type: string, ...parts: (number | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part)
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(part)
      return bytes
    }),
  )
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Calls back with each whole message of a server. */
function onMessages(socket: Socket, onMessage: (bytes: Buffer) => void): void {
  let waiting = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, Buffer.from(bytes)])
    while (waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
      const end = waiting.readInt32BE(1) + 1
      onMessage(waiting.subarray(0, end))
      waiting = waiting.subarray(end)
    }
  })
}

/**
 * Puts a pooler in transaction mode in front of a test's database: its clients share one session, which each has until the end of its
 * transaction.
 * @param refusal error that it answers to every start of a connection
 */
export async function openTestPooler(
  { target }: Pick<TestDatabase, 'target'>,
  refusal?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const session = openSocket(join(target.socketDir, '.s.PGSQL.5432'))
  const sockets = new Set<Socket>([session])
  const startup = message(' ', 196_608, `user\0${target.user}\0database\0${target.database}\0\0`).subarray(1)
  let owner: Socket | null = null
  const waiting: { socket: Socket; bytes: Buffer }[] = []
  const admitted = Promise.withResolvers<void>()
  session.write(startup)
  onMessages(session, (bytes) => {
    const isReady = bytes[0] === 0x5a
    if (isReady) admitted.resolve()
    owner?.write(bytes)
    // The session is idle: the next client gets it.
    if (!isReady || bytes[5] !== 0x49) return
    const next = waiting.shift()
    owner = next?.socket ?? null
    if (next) session.write(next.bytes)
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let isStarted = false
    socket.on('data', (data) => {
      const bytes = Buffer.from(data)
      if (!isStarted && bytes.readInt32BE(4) === sslRequestCode) socket.write('N')
      else if (!isStarted) {
        isStarted = true
        if (refusal !== undefined) socket.end(message('E', `SFATAL\0C08P01\0M${refusal}\0\0`))
        else socket.write(Buffer.concat([message('R', 0), message('K', 4711, 1), message('Z', 'I')]))
      } else if (bytes[0] === 0x58) socket.end()
      else if (owner === null || owner === socket) {
        owner = socket
        session.write(bytes)
      } else waiting.push({ socket, bytes })
    })
  })
  await admitted.promise
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `postgres://${target.user}@127.0.0.1:${(server.address() as AddressInfo).port}/${target.database}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
