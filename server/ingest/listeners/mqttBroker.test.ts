import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import { generate, type Packet } from 'mqtt-packet'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxMessageBytes } from '#contract/herd/readings.ts'
import { emptyRegistry, type Registry } from '../../herd/registry.ts'
import type { Outcome } from '../intake.ts'
import type { RefusedMessage } from '../receiver.ts'
import { hashSecret } from '../sources.ts'
import { freeWrongSecrets, openMqttBroker, wrongSecretWaitMs, type MqttListener } from './mqttBroker.ts'
import type { MessageReceiver } from './mqttMessages.ts'

const patienceMs = 300
const stored: Outcome = { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }
const source = {
  id: 1,
  name: 'yard',
  secretHash: hashSecret('Secret2026'),
  adapters: new Set(['json'] as const),
  farmIds: null,
  takesQueryToken: false,
}
const registry: Registry = { ...emptyRegistry(), sources: new Map([[1, source]]) }

/** The received messages; each waits for `store`. */
let taken: string[]
let refused: RefusedMessage[]
let store: Promise<void>
const receiver: MessageReceiver = {
  async receiveInTurn(_source, _decoder, _topic, _gateway, body) {
    await store
    taken.push(Buffer.from(body).toString())
    return stored
  },
  async refuse(message) {
    refused.push(message)
    return { kind: 'unreadable', reason: message.reason, field: message.field }
  },
}

const openBroker = (parts: Partial<Parameters<typeof openMqttBroker>[0]>) =>
  openMqttBroker({
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    receiver,
    registry: () => registry,
    log: pino({ level: 'silent' }),
    ...parts,
  })

let broker: MqttListener
const sockets: Socket[] = []
beforeAll(async () => {
  broker = await openBroker({ timeoutMs: patienceMs })
})
afterAll(() => broker.close())
beforeEach(() => {
  taken = []
  refused = []
  store = Promise.resolve()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const bytesOf = (packet: Packet) => generate(packet)
const connectWith = (secret: string) =>
  bytesOf({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: `raw-${Math.random()}`,
    keepalive: 0,
    username: 'yard',
    password: Buffer.from(secret),
  })
const signIn = () => connectWith('Secret2026')
const publish = (body: string, topic = 'ingest/json/AC233F000001') =>
  bytesOf({ cmd: 'publish', topic, payload: body, qos: 1, messageId: 7, dup: false, retain: false })

async function open(first?: Buffer, port = broker.port): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = openSocket(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  // `once` of node:events would fail with a reset connection.
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  await once(socket, 'connect')
  if (first) socket.write(first)
  return { socket, closed }
}

async function openSignedIn(): ReturnType<typeof open> {
  const opened = await open(signIn())
  const [answer] = (await once(opened.socket, 'data')) as [Buffer]
  expect([...answer]).toEqual([0x20, 2, 0, 0])
  return opened
}

async function othersAreServed(port = broker.port): Promise<void> {
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: 'yard',
    password: 'Secret2026',
    reconnectPeriod: 0,
  })
  await client.publishAsync('ingest/json/AC233F000001', 'served', { qos: 1 })
  await client.endAsync()
}

describe('stalled clients', () => {
  it.each([
    ['says nothing', undefined],
    ['says half of who it is', signIn().subarray(0, 12)],
  ])('closes a client that %s, and serves others', async (_name, first) => {
    const { closed } = await open(first)
    await othersAreServed()
    await closed
    expect(taken).toEqual(['served'])
  })

  it.each([
    ['half a message', publish('x'.repeat(500)).subarray(0, 300)],
    ['half a length', Buffer.from([0x32, 0x80])],
    [
      'whole messages, and half of the last',
      Buffer.concat([publish('one'), publish('two'), publish('three').subarray(0, 5)]),
    ],
  ])('closes a client that sent %s after signing in', async (_name, bytes) => {
    const { socket, closed } = await openSignedIn()
    socket.write(bytes)
    await othersAreServed()
    await closed
    expect(taken.at(-1)).toBe('served')
  })

  it('accepts messages that arrive in pieces', async () => {
    const { socket } = await openSignedIn()
    const bytes = Buffer.concat(Array.from({ length: 30 }, (_, i) => publish(`piece ${i} ${'x'.repeat(200)}`)))
    // Longer in all than a client may take for one of them, and hardly ever between two of them.
    for (let at = 0; at < bytes.length; at += 237) {
      socket.write(bytes.subarray(at, at + 237))
      await new Promise((resolve) => setTimeout(resolve, 12))
    }
    await expect.poll(() => taken.length).toBe(30)
    expect(socket.destroyed).toBe(false)
  })

  it('does not close a client whose message waits for storage', async () => {
    const { socket } = await openSignedIn()
    const { promise, resolve } = Promise.withResolvers<void>()
    store = promise
    const nextMessage = publish('and another')
    socket.write(Buffer.concat([publish('held back'), nextMessage.subarray(0, 9)]))
    await new Promise((go) => setTimeout(go, patienceMs / 2))
    socket.write(nextMessage.subarray(9))
    await new Promise((go) => setTimeout(go, 2 * patienceMs))
    expect([socket.destroyed, taken]).toEqual([false, []])
    resolve()
    await expect.poll(() => taken).toEqual(['held back', 'and another'])
  })
})

describe('a refused message', () => {
  it('is counted and acknowledged, also with an impossible topic', async () => {
    const { socket } = await openSignedIn()
    const answers: number[] = []
    socket.on('data', (bytes: Buffer) => answers.push(...bytes))
    const deep = `ingest/json/${'a/'.repeat(150)}`
    const topics = [
      'ingest/minew/AC233F000001',
      '/ingest/json/AC233F000001',
      'ingest/json',
      'status',
      deep,
      'ingest/json/#',
    ]
    socket.write(Buffer.concat([...topics.map((topic) => publish('{}', topic)), publish('good')]))
    await expect.poll(() => answers.length).toBe(7 * 4)
    expect(refused.slice(0, 2)).toMatchObject([
      {
        source,
        topic: 'ingest/minew/AC233F000001',
        topicGateway: 'AC233F000001',
        reason: 'NOT_ALLOWED',
        field: 'topic',
      },
      { topic: '/ingest/json/AC233F000001', topicGateway: null, reason: 'NOT_ALLOWED' },
    ])
    expect([taken, refused.length, socket.destroyed]).toEqual([['good'], 6, false])
  })

  it('is counted and acknowledged when too large', async () => {
    const { socket } = await openSignedIn()
    socket.write(publish('x'.repeat(maxMessageBytes + 1)))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect([...answer]).toEqual([0x40, 2, 0, 7])
    expect(refused).toMatchObject([{ reason: 'BAD_SHAPE', field: 'size' }])
  })

  it('is not buffered when far too large', async () => {
    // Both an unauthenticated client and one that signed in.
    for (const { socket, closed } of [await open(), await openSignedIn()]) {
      // 200 MB are said to follow.
      socket.write(Buffer.from([0x32, 0x80, 0x84, 0xaf, 0x5f]))
      await closed
    }
    await othersAreServed()
    expect(taken).toEqual(['served'])
  })
})

describe('floods', () => {
  it('keeps a slow client of another network connected', async () => {
    const other = await openBroker({ timeoutMs: 10_000 })
    const slow = openSocket({ port: other.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    sockets.push(slow)
    await once(slow, 'connect')
    for (let opened = 0; opened < 140; opened++) await open(undefined, other.port)
    slow.write(signIn())
    const [answer] = (await once(slow, 'data')) as [Buffer]
    expect([...answer]).toEqual([0x20, 2, 0, 0])
    for (const socket of sockets.splice(0)) socket.destroy()
    await other.close()
  })
})

describe('odd clients', () => {
  it('ends a client that subscribes to many topics, before parsing', async () => {
    const { socket, closed } = await openSignedIn()
    const subscriptions = Array.from({ length: 2000 }, (_, topic) => ({ topic: String(topic), qos: 0 as const }))
    socket.write(bytesOf({ cmd: 'subscribe', messageId: 1, subscriptions }))
    await closed
    expect(socket.bytesRead).toBe(4)
  })

  it('ends a client that sends nothing but pings', async () => {
    const { socket, closed } = await openSignedIn()
    const pings = Buffer.concat(Array.from({ length: 3000 }, () => bytesOf({ cmd: 'pingreq' })))
    socket.write(pings)
    await closed
    expect(taken).toEqual([])
  })

  it('keeps two devices with one client id connected, and notes it', async () => {
    const connectTwin = bytesOf({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'twin',
      keepalive: 0,
      username: 'yard',
      password: Buffer.from('Secret2026'),
    })
    const alive: Socket[] = []
    for (let round = 0; round < 8; round++) {
      const { socket } = await open(connectTwin)
      await once(socket, 'data')
      alive.push(socket)
    }
    await expect.poll(() => alive.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length).toBe(5)
    expect(refused).toMatchObject([{ reason: 'NOT_ALLOWED', field: 'clientId' }])
    const [, last] = alive.slice(-2)
    last?.write(publish('of a twin'))
    await expect.poll(() => taken).toEqual(['of a twin'])
  })
})

describe('limits per client', () => {
  it.each([
    ['with the CONNECT', 0],
    ['after the CONNACK', 4],
  ])('acknowledges a large message sent %s without another packet', async (_when, answered) => {
    const large = publish('x'.repeat(190_000))
    for (let round = 0; round < 30; round++) {
      const answers: number[] = []
      const { socket } = await open()
      socket.on('data', (bytes: Buffer) => answers.push(...bytes))
      socket.write(answered === 0 ? Buffer.concat([signIn(), large]) : signIn())
      await expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThanOrEqual(answered)
      if (answered > 0) socket.write(large)
      await expect.poll(() => answers, { timeout: 2000, interval: 5 }).toEqual([0x20, 2, 0, 0, 0x40, 2, 0, 7])
      socket.destroy()
    }
    expect(taken).toHaveLength(30)
  })

  it('refuses a large CONNECT', async () => {
    const will = { topic: 'ingest/json/AC233F000001', payload: Buffer.alloc(3000), qos: 0 as const, retain: false }
    const { socket, closed } = await open(
      bytesOf({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: 'large',
        keepalive: 0,
        username: 'yard',
        password: Buffer.from('Secret2026'),
        will,
      }),
    )
    const answer = vi.fn()
    socket.on('data', answer)
    await closed
    expect(answer).not.toHaveBeenCalled()
    await othersAreServed()
  })

  it('closes an unauthenticated client that sends much', async () => {
    const { socket, closed } = await open(connectWith('wrong'))
    socket.write(publish('x'.repeat(900_000)))
    await closed
    await othersAreServed()
    expect(taken).toEqual(['served'])
  })

  it('accepts retained messages without retaining them', async () => {
    const { socket } = await openSignedIn()
    const answered = once(socket, 'data')
    socket.write(
      bytesOf({
        cmd: 'publish',
        topic: 'ingest/json/AC233F000001',
        payload: 'kept?',
        qos: 1,
        messageId: 7,
        dup: false,
        retain: true,
      }),
    )
    await answered
    expect(taken).toEqual(['kept?'])
    const subscribed = once(socket, 'data')
    socket.write(
      bytesOf({ cmd: 'subscribe', messageId: 8, subscriptions: [{ topic: 'ingest/json/AC233F000001', qos: 0 }] }),
    )
    expect(await subscribed).toEqual([Buffer.from([0x90, 3, 0, 8, 0])])
    const pinged = once(socket, 'data')
    socket.write(bytesOf({ cmd: 'pingreq' }))
    expect(await pinged).toEqual([Buffer.from([0xd0, 0])])
  })

  it('keeps clients of different sources with the same client id', async () => {
    const other = { ...source, id: 2, name: 'mill', secretHash: hashSecret('Mill2026') }
    registry.sources.set(2, other)
    const options = { clientId: 'gateway-1', reconnectPeriod: 0 }
    const first = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      ...options,
      username: 'yard',
      password: 'Secret2026',
    })
    const second = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      ...options,
      username: 'mill',
      password: 'Mill2026',
    })
    await second.publishAsync('ingest/json/AC233F000001', 'mill', { qos: 1 })
    await first.publishAsync('ingest/json/AC233F000001', 'yard', { qos: 1 })
    expect(taken).toEqual(['mill', 'yard'])
    await Promise.all([first.endAsync(), second.endAsync()])
    registry.sources.delete(2)
  })

  it('closes the connection of a removed source at its next message', async () => {
    const { socket, closed } = await openSignedIn()
    registry.sources.delete(1)
    socket.write(publish('too late'))
    await closed
    expect(taken).toEqual([])
    registry.sources.set(1, source)
  })
})

describe('wrong secrets', () => {
  it('delay answers after many from one network', async () => {
    const waiting: { refuse: () => void; ms: number }[] = []
    const own = await openBroker({ refuseLater: (refuse, ms) => void waiting.push({ refuse, ms }) })
    const answers: number[][] = []
    // At once: each few seconds one more is free.
    for (let tries = 0; tries <= freeWrongSecrets; tries++) {
      const { socket } = await open(connectWith('wrong'), own.port)
      socket.once('data', (bytes: Buffer) => void answers.push([...bytes]))
    }
    await expect
      .poll(() => [answers.length, waiting.map(({ ms }) => ms)])
      .toEqual([freeWrongSecrets, [wrongSecretWaitMs]])
    await othersAreServed(own.port)
    expect(answers).toHaveLength(freeWrongSecrets)
    waiting[0]?.refuse()
    await expect.poll(() => answers).toEqual(Array.from({ length: freeWrongSecrets + 1 }, () => [0x20, 2, 0, 5]))
    await own.close()
  })
})
