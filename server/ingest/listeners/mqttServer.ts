import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../../tls/certificates.ts'

export interface MqttServer {
  port: number
  /** Call it once a connection is authenticated. */
  signedIn(socket: MqttSocket): void
  /** Replaces the certificate for new connections. */
  renew(certificate: Certificate): void
  /** Stops accepting connections. */
  close(): Promise<void>
}

/** The remote address of a connection. */
type MqttSocket = Pick<Socket, 'remoteAddress' | 'remotePort'>

interface ServerParts {
  host: string
  port: number
  /** Null: plain TCP. */
  certificate: Certificate | null
  /** Maximum time for the TLS handshake, ms. */
  handshakeTimeoutMs: number
  onSocket: (socket: Socket) => void
}

/** Maximum unauthenticated connections in total; the oldest is closed for a new one. */
const maxUnauthenticated = 128

/** Opens the port that gateways connect to. */
export async function openMqttServer({
  host,
  port,
  certificate,
  handshakeTimeoutMs,
  onSocket,
}: ServerParts): Promise<MqttServer> {
  const unauthenticated = new Map<string, Socket>()
  const tls =
    certificate &&
    createTlsServer(
      { ...certificate, noDelay: true, handshakeTimeout: handshakeTimeoutMs, minVersion: 'TLSv1.2' },
      onSocket,
    )
  // Node keeps a connection open after a failed or missing handshake.
  tls?.on('tlsClientError', (_error, socket) => socket.destroy())
  const server: Server = tls ?? createServer({ noDelay: true }, onSocket)
  // Before the handshake, because an unauthenticated connection uses resources from its start.
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket)
    const [oldest] = unauthenticated.values()
    if (oldest && unauthenticated.size >= maxUnauthenticated) oldest.destroy()
    unauthenticated.set(name, socket)
    socket.once('close', () => {
      if (unauthenticated.get(name) === socket) unauthenticated.delete(name)
    })
  })
  await listen(server, host, port)
  return {
    port: portOf(server.address()),
    signedIn: (socket) => void unauthenticated.delete(nameOf(socket)),
    renew: (next) => tls?.setSecureContext({ ...next, minVersion: 'TLSv1.2' }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** Returns a key that is equal for a connection and the encrypted socket over it. */
const nameOf = ({ remoteAddress = '', remotePort = 0 }: MqttSocket) => `${remoteAddress} ${remotePort}`

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
