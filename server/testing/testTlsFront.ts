import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { testCertificate } from './testCertificates.ts'
import type { TestDatabase } from './testDatabase.ts'

const sslRequestCode = 80_877_103

interface TlsFront {
  port: number
  /** How the connections so far came in. */
  came: ('plain' | 'tls')[]
  close(): Promise<void>
}

/**
 * Makes a test's database reachable by TCP at 127.0.0.1 as one with TLS, with the first test certificate.
 * @param options.isSecured false: answers that it has no TLS
 */
export async function openTlsFront(
  { target }: Pick<TestDatabase, 'target'>,
  { isSecured = true }: { isSecured?: boolean } = {},
): Promise<TlsFront> {
  const came: TlsFront['came'] = []
  const sockets = new Set<Socket>()
  const secureContext = createSecureContext(testCertificate)
  const forward = (stream: Socket | TLSSocket, first?: Buffer) => {
    const onward = openSocket(join(target.socketDir, '.s.PGSQL.5432'))
    sockets.add(onward)
    if (first) onward.write(first)
    stream.on('error', () => onward.destroy())
    stream.on('close', () => onward.destroy())
    onward.on('error', () => stream.destroy())
    stream.pipe(onward).pipe(stream)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const onFirst = (bytes: Buffer) => {
      if (bytes.length !== 8 || bytes.readInt32BE(4) !== sslRequestCode) {
        came.push('plain')
        forward(socket, bytes)
      } else if (isSecured) {
        came.push('tls')
        socket.write('S')
        forward(new TLSSocket(socket, { isServer: true, secureContext }))
      } else {
        socket.write('N')
        socket.once('data', onFirst)
      }
    }
    socket.once('data', onFirst)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    came,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
