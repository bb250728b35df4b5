import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../../tls/certificates.ts'

export interface MqttServer {
  port: number
  /** To be called once it is known who a connection is of. */
  signedIn(socket: MqttSocket): void
  /** Shows another certificate to those who connect from now on. */
  renew(certificate: Certificate): void
  /** Takes no more connections. */
  close(): Promise<void>
}

/** The address at the other end of a connection. */
type MqttSocket = Pick<Socket, 'remoteAddress' | 'remotePort'>

interface ServerParts {
  host: string
  port: number
  /** Null: plain TCP. */
  certificate: Certificate | null
  /** Ms that a client may take for the handshake of TLS. */
  patienceMs: number
  onSocket: (socket: Socket) => void
}

/** Connections that are not signed in, together; the oldest makes room. */
const maxStrangers = 128

/** Opens the port that gateways connect to. */
export async function openMqttServer({ host, port, certificate, patienceMs, onSocket }: ServerParts): Promise<MqttServer> {
  const strangers = new Map<string, Socket>()
  const tls = certificate && createTlsServer({ ...certificate, noDelay: true, handshakeTimeout: patienceMs, minVersion: 'TLSv1.2' }, onSocket)
  // Node leaves a connection open whose handshake failed, or did not come.
  tls?.on('tlsClientError', (_error, socket) => socket.destroy())
  const server: Server = tls ?? createServer({ noDelay: true }, onSocket)
  // Before the handshake: what a stranger takes up begins with the connection.
  server.prependListener('connection', (socket: Socket) => {
    const name = nameOf(socket)
    const [oldest] = strangers.values()
    if (oldest && strangers.size >= maxStrangers) oldest.destroy()
    strangers.set(name, socket)
    socket.once('close', () => {
      if (strangers.get(name) === socket) strangers.delete(name)
    })
  })
  await listen(server, host, port)
  return {
    port: portOf(server.address()),
    signedIn: (socket) => void strangers.delete(nameOf(socket)),
    renew: (next) => tls?.setSecureContext({ ...next, minVersion: 'TLSv1.2' }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** The same for a connection and for what is encrypted over it. */
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
