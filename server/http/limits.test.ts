import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toCallError } from './errors.ts'
import { limitArrivingBodies } from './limits.ts'

let server: FastifyInstance
let port: number
let arrived = 0
const sockets: Socket[] = []
beforeEach(async () => {
  server = fastify({ trustProxy: true, forceCloseConnections: true })
  server.setErrorHandler((error, _request, reply) => {
    const { code, status } = toCallError(error)
    void reply.code(status).send({ code })
  })
  arrived = 0
  server.addHook('onRequest', async () => void arrived++)
  limitArrivingBodies(server)
  server.post('/', () => ({ isRead: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

const remainder = `${' '.repeat(2998)}}`

/** Sends the beginning of a body. */
function begin(network: number): { socket: Socket; answer: () => string } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('error', () => {}).on('data', (bytes: Buffer) => void (answer += bytes.toString()))
  const address = `10.0.${network >> 8}.${network & 255}`
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 3000\r\n\r\n{`,
  )
  return { socket, answer: () => answer }
}

test('refuses a network with too many unfinished bodies, and serves others', async () => {
  const first = begin(1)
  for (let sent = 1; sent < 110; sent++) begin(1)
  const refused = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length
  await expect.poll(refused, { timeout: 10_000 }).toBe(10)
  const other = begin(2)
  other.socket.write(remainder)
  await expect.poll(other.answer).toContain('{"isRead":true}')
  first.socket.write(remainder)
  await expect.poll(first.answer).toContain('{"isRead":true}')
  const next = begin(1)
  next.socket.write(remainder)
  await expect.poll(next.answer).toContain('{"isRead":true}')
})

test('ends the oldest body of the busiest network when all are taken', { tags: 'long' }, async () => {
  const oldest = begin(0)
  const closed = once(oldest.socket, 'close')
  await expect.poll(() => arrived).toBe(1)
  for (let sent = 1; sent < 1005; sent++) begin(Math.floor(sent / 90))
  await closed
  const newest = begin(77)
  newest.socket.write(remainder)
  await expect.poll(newest.answer, { timeout: 10_000 }).toContain('{"isRead":true}')
})
