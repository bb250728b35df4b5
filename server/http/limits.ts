import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CallError } from '../callError.ts'
import { NetworkConnections } from '../networkConnections.ts'
import { isArriving } from './unreadBody.ts'

/** Open connections. Behind a proxy all come from one network. */
const connectionLimits = { perNetwork: 4000, inAll: 10_000 }
/** Bodies that have not arrived yet. Each holds up to its size in memory, 32 KB when unauthenticated. */
const bodyLimits = { perNetwork: 100, inAll: 1000 }
/** Bodies up to this size, bytes, are not counted. They need no more memory than their connection. */
const maxUncountedBytes = 2048
const retryAfterSeconds = 2

/** Limits the open connections of a server. */
export function limitConnections(server: Server, isBehindProxy: boolean): void {
  const { perNetwork, inAll } = connectionLimits
  const connections = new NetworkConnections<Socket>({ perNetwork: isBehindProxy ? inAll : perNetwork, inAll })
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (!connections.admit(address, socket)) return void socket.destroy()
    socket.once('close', () => connections.delete(address, socket))
  })
}

/** Limits the bodies of calls that are arriving: slow senders must not fill the memory. */
export function limitArrivingBodies(calls: FastifyInstance): void {
  const bodies = new NetworkConnections<Socket>(bodyLimits)
  calls.addHook('onRequest', async ({ ip, raw }, reply) => {
    if (!isArriving(raw) || Number(raw.headers['content-length'] ?? Infinity) <= maxUncountedBytes) return
    const { socket } = raw
    if (!bodies.admit(ip, socket)) throw new CallError('BUSY', { retryAfterSeconds })
    const end = () => bodies.delete(ip, socket)
    raw.once('end', end).once('close', end)
    reply.raw.once('finish', end).once('close', end)
  })
}
