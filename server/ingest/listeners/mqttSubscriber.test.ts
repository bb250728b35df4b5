import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { generate, parser as createParser, type Packet } from 'mqtt-packet'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BrokerFault } from '#contract/live/live.ts'
import type { Outcome } from '../intake.ts'
import { openMqttSubscriber } from './mqttSubscriber.ts'

const source = {
  id: 1,
  name: 'broker',
  secretHash: '',
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
}
const stored: Outcome = { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }
const pingMs = 60

/** A broker whose answers each test sets. */
interface Broker {
  url: string
  connections: Socket[]
  packets: Packet[]
  publish(messageId: number, body: string): void
  acknowledged(): number[]
}

/** A receiver with as much room as a test gives it. */
function fakeReceiver() {
  let room = Promise.withResolvers<boolean>()
  const taken: string[] = []
  return {
    taken,
    outcome: stored,
    isFull: false,
    empty() {
      this.isFull = false
      room.resolve(true)
    },
    fill() {
      this.isFull = true
      room = Promise.withResolvers<boolean>()
    },
    hasRoom() {
      return !this.isFull
    },
    whenRoom: () => room.promise,
    async receiveInTurn(_source: unknown, _decoder: unknown, _topic: string, _gateway: unknown, body: Uint8Array) {
      taken.push(Buffer.from(body).toString())
      if (this.isFull) await room.promise
      return this.outcome
    },
    async refuse(): Promise<Outcome> {
      throw new Error('nothing here is to be refused')
    },
  }
}

let server: Server
let broker: Broker
let states: (BrokerFault | null)[]
let granted: boolean[]
let grants: number | number[]
let welcome: number
let receiver: ReturnType<typeof fakeReceiver>
let subscriber: { close(): Promise<void> }
let answersPings: boolean
let isRegistered: boolean

beforeEach(async () => {
  states = []
  granted = []
  grants = 1
  welcome = 0
  answersPings = true
  isRegistered = true
  receiver = fakeReceiver()
  const connections: Socket[] = []
  const packets: Packet[] = []
  server = createServer((socket) => {
    connections.push(socket)
    socket.on('error', () => {})
    const parser = createParser()
    parser.on('packet', (packet: Packet) => {
      packets.push(packet)
      if (packet.cmd === 'connect')
        socket.write(generate({ cmd: 'connack', returnCode: welcome, sessionPresent: false }))
      else if (packet.cmd === 'subscribe')
        socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [grants].flat() }))
      else if (packet.cmd === 'pingreq' && answersPings) socket.write(generate({ cmd: 'pingresp' }))
    })
    socket.on('data', (bytes) => parser.parse(Buffer.from(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  broker = {
    url: `mqtt://broker@127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    packets,
    publish: (messageId, payload) =>
      void connections.at(-1)?.write(
        generate({
          cmd: 'publish',
          topic: 'ingest/json/AC233F000001',
          qos: 1,
          messageId,
          payload,
          dup: false,
          retain: false,
        }),
      ),
    acknowledged: () => packets.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId ?? 0] : [])),
  }
  subscriber = openMqttSubscriber({
    url: broker.url,
    clientId: 'drover-8000',
    source: () => (isRegistered ? source : undefined),
    receiver,
    log: pino({ level: 'silent' }),
    onState: (fault) => states.push(fault),
    onGrant: (isGuaranteed) => granted.push(isGuaranteed),
    pingMs,
  })
  await vi.waitUntil(() => states.length > 0)
})
afterEach(async () => {
  for (const socket of broker.connections) socket.destroy()
  await subscriber.close()
  server.close()
})

it('subscribes with a persistent session', () => {
  expect(broker.packets.slice(0, 2)).toMatchObject([
    { cmd: 'connect', clean: false, clientId: 'drover-8000', username: 'broker' },
    { cmd: 'subscribe', subscriptions: [{ topic: 'ingest/#', qos: 1 }] },
  ])
})

it('subscribes to a network’s topics while its source may use them', async () => {
  source.adapters.add('chirpstack')
  try {
    grants = [1, 0x80]
    await expect
      .poll(() => broker.packets.filter(({ cmd }) => cmd === 'subscribe').at(-1))
      .toMatchObject({
        subscriptions: [
          { topic: 'ingest/#', qos: 1 },
          { topic: 'application/+/device/+/event/+', qos: 1 },
        ],
      })
  } finally {
    source.adapters.delete('chirpstack')
  }
  grants = 1
  await expect
    .poll(() => broker.packets.filter(({ cmd }) => cmd === 'unsubscribe').at(-1))
    .toMatchObject({ unsubscriptions: ['application/+/device/+/event/+', 'v3/+/devices/+/#'] })
  await expect.poll(() => broker.packets.filter(({ cmd }) => cmd === 'subscribe').length).toBe(3)
  // A broker that refuses one of several topics is no broker that refuses.
  expect(states).toEqual([null])
  expect(broker.connections).toHaveLength(1)
})

it('acknowledges only stored messages', async () => {
  receiver.outcome = { kind: 'failed' }
  broker.publish(1, 'one')
  await expect.poll(() => receiver.taken).toEqual(['one'])
  receiver.outcome = stored
  broker.publish(2, 'two')
  await expect.poll(broker.acknowledged).toEqual([2])
})

/** Waits for `more` pings: the subscriber's own measure of time. */
async function pings(more: number): Promise<void> {
  const seen = () => broker.packets.filter(({ cmd }) => cmd === 'pingreq').length
  const until = seen() + more
  await expect.poll(seen, { timeout: 10_000 }).toBeGreaterThanOrEqual(until)
}

describe('full queue', () => {
  const count = 20_000
  it('stops reading without disconnecting until there is room', { tags: 'long' }, async () => {
    receiver.fill()
    const body = 'x'.repeat(1000)
    for (let i = 1; i <= count; i++) broker.publish(i, body)
    await pings(8)
    // One chunk of a socket is 64 KB of the 20 MB.
    expect(receiver.taken.length).toBeGreaterThan(0)
    expect(receiver.taken.length).toBeLessThan(200)
    expect(broker.acknowledged()).toEqual([])
    expect([states, broker.connections.length]).toEqual([[null], 1])
    receiver.empty()
    await expect.poll(() => broker.acknowledged().length, { timeout: 10_000 }).toBe(count)
    expect(new Set(broker.acknowledged()).size).toBe(count)
    await pings(4)
    expect([states, broker.connections.length]).toEqual([[null], 1])
  })
})

describe('unavailable broker', () => {
  it('is reported as SILENT until it answers', async () => {
    answersPings = false
    await expect.poll(() => states, { timeout: 3000 }).toEqual([null, 'SILENT'])
    answersPings = true
    await expect.poll(() => states, { timeout: 3000 }).toEqual([null, 'SILENT', null])
  })

  it('is reported as SUBSCRIPTION_REFUSED, subscribing once per connection', { tags: 'long' }, async () => {
    grants = 0x80
    broker.connections.at(-1)?.destroy()
    await expect.poll(() => broker.connections.length, { timeout: 3000 }).toBeGreaterThan(3)
    expect(states).toEqual([null, 'UNREACHABLE', 'SUBSCRIPTION_REFUSED'])
    expect(broker.packets.filter(({ cmd }) => cmd === 'subscribe').length).toBeLessThanOrEqual(
      broker.connections.length,
    )
    grants = 1
    await expect.poll(() => states, { timeout: 5000 }).toEqual([null, 'UNREACHABLE', 'SUBSCRIPTION_REFUSED', null])
  })

  it('is reported as unreliable while it grants only QoS 0', async () => {
    expect(granted).toEqual([true])
    grants = 0
    broker.connections.at(-1)?.destroy()
    await expect.poll(() => granted, { timeout: 3000 }).toEqual([true, false])
    await expect.poll(() => states.at(-1), { timeout: 3000 }).toBe(null)
    grants = 1
    broker.connections.at(-1)?.destroy()
    await expect.poll(() => granted, { timeout: 3000 }).toEqual([true, false, true])
  })

  it('is reported as NO_SOURCE until a source is registered', async () => {
    isRegistered = false
    await expect.poll(() => states, { timeout: 3000 }).toEqual([null, 'NO_SOURCE'])
    isRegistered = true
    await expect.poll(() => states, { timeout: 3000 }).toEqual([null, 'NO_SOURCE', null])
    expect(broker.connections).toHaveLength(1)
  })

  it('is reported as LOGIN_REFUSED until it accepts the user', async () => {
    welcome = 5
    broker.connections.at(-1)?.destroy()
    await expect.poll(() => states, { timeout: 3000 }).toEqual([null, 'UNREACHABLE', 'LOGIN_REFUSED'])
    welcome = 0
    await expect.poll(() => states.at(-1), { timeout: 3000 }).toBe(null)
  })
})
