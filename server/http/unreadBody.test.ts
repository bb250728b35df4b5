import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerUnreadBodies } from './unreadBody.ts'

let server: FastifyInstance
let port: number
beforeEach(async () => {
  server = fastify({ bodyLimit: 1000, forceCloseConnections: true })
  answerUnreadBodies(server)
  server.post('/', () => ({ isRead: true }))
  server.post(
    '/refused',
    { onRequest: async (_request, reply) => reply.code(401).send('{"code":"NOT_SIGNED_IN"}') },
    () => ({}),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterEach(() => server.close())

/** Sends a whole request before it reads, as most clients do. @returns the answer, and whether the connection was reset */
async function sendAll(head: string, body: Buffer): Promise<{ answer: string; isReset: boolean }> {
  const socket = connect(port, '127.0.0.1')
  let [answer, isReset] = ['', false]
  socket.on('error', () => (isReset = true))
  socket.pause()
  socket.write(`POST ${head}\r\nHost: x\r\nContent-Type: application/json\r\n`)
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from('\r\n'), body]), resolve))
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString())).resume()
  if (!socket.destroyed) await once(socket, 'close')
  return { answer, isReset }
}
const tenMegabytes = Buffer.alloc(10_000_000, 'x')

test.each([
  ['that is too large', '/', 413],
  ['of a stranger', '/refused', 401],
])('lets a client read the answer to a body of 10 MB %s', async (_, path, status) => {
  const { answer, isReset } = await sendAll(`${path} HTTP/1.1\r\nContent-Length: ${tenMegabytes.length}`, tenMegabytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*connection: close`, 'i'))
  expect(isReset).toBe(false)
})

test('lets a client read the answer to a large chunked body', async () => {
  const chunks = Buffer.concat([Buffer.from('989680\r\n'), tenMegabytes, Buffer.from('\r\n0\r\n\r\n')])
  const { answer, isReset } = await sendAll('/ HTTP/1.1\r\nTransfer-Encoding: chunked', chunks)
  expect([answer.slice(9, 12), isReset]).toEqual(['413', false])
})

test('answers small bodies at once, and keeps their connections', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'keep-alive'])
})
