import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { NetworkConnections } from '../../networkConnections.ts'
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

/** Maximum unauthenticated connections in total. The oldest of the network with the most is closed for a new one. */
const maxUnauthenticated = 128
/** Idle time after which the system checks whether the peer of a connection is still there, ms. */
const aliveCheckMs = 60_000

/** Opens the port that gateways connect to. */
export async function openMqttServer({
  host,
  port,
  certificate,
  handshakeTimeoutMs,
  onSocket,
}: ServerParts): Promise<MqttServer> {
  /** By `nameOf`. */
  const unauthenticated = new Map<string, Socket>()
  const strangers = new NetworkConnections<Socket>({ perNetwork: Infinity, inAll: maxUnauthenticated })
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: aliveCheckMs }
  const tls =
    certificate &&
    createTlsServer(
      { ...certificate, ...options, handshakeTimeout: handshakeTimeoutMs, minVersion: 'TLSv1.2' },
      onSocket,
    )
  // Node keeps a connection open after a failed or missing handshake.
  tls?.on('tlsClientError', (_error, socket) => socket.destroy())
  const server: Server = tls ?? createServer(options, onSocket)
  // Before the handshake, because an unauthenticated connection uses resources from its start.
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket)
    const { remoteAddress: address = '' } = socket
    strangers.admit(address, socket)
    unauthenticated.set(name, socket)
    socket.once('close', () => {
      strangers.delete(address, socket)
      if (unauthenticated.get(name) === socket) unauthenticated.delete(name)
    })
  })
  await listen(server, host, port)
  return {
    port: portOf(server.address()),
    signedIn(socket) {
      const name = nameOf(socket)
      const connection = unauthenticated.get(name)
      if (connection) strangers.delete(socket.remoteAddress ?? '', connection)
      unauthenticated.delete(name)
    },
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
