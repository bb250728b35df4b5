import { connect as openTcp, type Socket as TcpSocket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { livePath } from '#contract/live/live.ts'
import { admissionOf, letIn, openTestHub, type TestHub } from './testHub.ts'

let live: TestHub
beforeEach(async () => {
  live = await openTestHub({ admit: (token) => Promise.resolve(token === 'nobody' ? null : admissionOf(token, [])) })
})
afterEach(() => live.close())

function openUnauthenticated(address: string, query = ''): TcpSocket {
  const socket = openTcp(live.port, '127.0.0.1')
  socket.write(
    `GET ${livePath}/?EIO=4&transport=websocket${query} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return socket
}

/** Opens connections that never authenticate, all in one packet. @returns how many were admitted, once all are answered */
async function openManyUnauthenticated(tries: number, address: string, query = ''): Promise<number> {
  const socket = openTcp(live.port, '127.0.0.1')
  let answers = ''
  socket.on('data', (bytes: Buffer) => void (answers += bytes.toString()))
  const request = `GET ${livePath}/?EIO=4&transport=polling${query} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`
  socket.write(request.repeat(tries))
  const admitted = () => answers.split('HTTP/1.1 200').length - 1
  await expect.poll(() => admitted() + answers.split('HTTP/1.1 403').length - 1).toBe(tries)
  socket.destroy()
  return admitted()
}

const pollAt = (query: string, address: string, init?: RequestInit) =>
  fetch(`${live.url}${livePath}/?EIO=4&transport=polling${query}`, { ...init, headers: { 'x-forwarded-for': address } })

/** Opens one polling connection. @returns a function that sends a packet and returns whether the connection still exists */
async function openPoller(address: string): Promise<(packet: string) => Promise<boolean>> {
  const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await pollAt('', address)).text()) ?? []
  return async (packet) => (await pollAt(`&sid=${sid}`, address, { method: 'POST', body: packet })).ok
}

const open = (token: string, headers?: Record<string, string>) => letIn(live.connect(token, headers))

test('ends a connection that does not authenticate', async () => {
  const socket = openUnauthenticated('192.0.2.1')
  await once(socket, 'data')
  expect(live.hub.viewers).toBe(1)
  await expect.poll(() => live.hub.viewers, { timeout: 8000 }).toBe(0)
  socket.destroy()
}, 10_000)

test('limits unauthenticated connections per network and in total', async () => {
  expect(await openManyUnauthenticated(200, '192.0.2.1')).toBe(50)
  expect(await openManyUnauthenticated(1, '192.0.2.1', '&sid=')).toBe(0)
  await expect(open('north', { 'x-forwarded-for': '192.0.2.1' })).rejects.toThrow('websocket error')
  await open('north', { 'x-forwarded-for': '192.0.2.2' })
  // A site has many IPv6 addresses and counts as one network.
  expect(await openManyUnauthenticated(30, '2001:db8:1::1')).toBe(30)
  expect(await openManyUnauthenticated(30, '2001:db8:1:2::1')).toBe(20)
  for (let network = 10; network < 18; network++)
    expect(await openManyUnauthenticated(50, `192.0.2.${network}`)).toBe(50)
  expect(live.hub.viewers).toBe(501)
  expect(await openManyUnauthenticated(30, '192.0.2.3')).toBe(30)
  expect(live.hub.viewers).toBe(501)
})

test('evicts the oldest unauthenticated connection of the busiest network', async () => {
  const alone = await openPoller('192.0.2.99')
  const oldest = await openPoller('192.0.2.10')
  const second = await openPoller('192.0.2.10')
  expect(await openManyUnauthenticated(48, '192.0.2.10')).toBe(48)
  for (let network = 11; network < 19; network++)
    expect(await openManyUnauthenticated(50, `192.0.2.${network}`)).toBe(50)
  expect(await openManyUnauthenticated(49, '192.0.2.20')).toBe(49)
  expect(live.hub.viewers).toBe(500)
  await open('north', { 'x-forwarded-for': '192.0.2.3' })
  expect(live.hub.viewers).toBe(500)
  expect(await Promise.all([alone, oldest, second].map((say) => say('3')))).toEqual([true, false, true])
})

test('ends an unauthenticated poller, at once after an invalid packet', { tags: 'long', timeout: 10_000 }, async () => {
  expect(await openManyUnauthenticated(10, '192.0.2.1')).toBe(10)
  const nobody = await openPoller('192.0.2.2')
  expect(await nobody('40{"token":"nobody"}')).toBe(true)
  const mad = await openPoller('192.0.2.3')
  void mad('4nonsense').catch(() => {})
  await expect.poll(() => live.hub.viewers).toBe(11)
  await expect.poll(() => live.hub.viewers, { timeout: 8000 }).toBe(0)
  expect(await nobody('3')).toBe(false)
})

test(
  'closes the WebSocket of an unauthenticated poller about to upgrade',
  { tags: 'long', timeout: 10_000 },
  async () => {
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await pollAt('', '192.0.2.1')).text()) ?? []
    const probing = openUnauthenticated('192.0.2.1', `&sid=${sid}`)
    await once(probing, 'data')
    // "2probe", masked by nothing.
    probing.write(Buffer.from([0x81, 0x86, 0, 0, 0, 0, ...Buffer.from('2probe')]))
    await once(probing, 'close')
    expect(live.hub.viewers).toBe(0)
  },
)

test('frees the place of a closed unauthenticated connection', async () => {
  const from = { 'x-forwarded-for': '192.0.2.1' }
  const unauthenticated = Array.from({ length: 50 }, () => openUnauthenticated(from['x-forwarded-for']))
  await expect.poll(() => live.hub.viewers).toBe(50)
  await expect(open('north', from)).rejects.toThrow('websocket error')
  for (const socket of unauthenticated) socket.destroy()
  await expect.poll(() => live.hub.viewers).toBe(0)
  await open('north', from)
})

test('counts signed-in connections apart from unauthenticated ones', async () => {
  for (const token of ['x', 'xx', 'xxx']) await Promise.all(Array.from({ length: 20 }, () => open(token)))
  expect(live.hub.viewers).toBe(60)
  await expect(open('x')).rejects.toThrow('TOO_MANY_CONNECTIONS')
  expect(await openManyUnauthenticated(50, '127.0.0.1')).toBeGreaterThan(45)
})
