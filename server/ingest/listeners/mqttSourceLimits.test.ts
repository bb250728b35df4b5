import { connectAsync, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { emptyRegistry, type Registry, type Source } from '../../herd/registry.ts'
import type { Outcome } from '../intake.ts'
import { hashSecret } from '../sources.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'

const sourceLimits = { connections: 3, unfinishedBytes: 1000 }
const sourceOf = (id: number, name: string): Source => ({
  id,
  name,
  secretHash: hashSecret(`Secret-${name}`),
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
})
const registry: Registry = {
  ...emptyRegistry(),
  sources: new Map([
    [1, sourceOf(1, 'yard')],
    [2, sourceOf(2, 'mill')],
  ]),
}
const stored: Outcome = { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }

let broker: MqttListener
const clients: MqttClient[] = []
beforeAll(async () => {
  const receiver = { receiveInTurn: async () => stored, refuse: async () => stored }
  broker = await openMqttBroker({
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    receiver,
    registry: () => registry,
    log: pino({ level: 'silent' }),
    sourceLimits,
  })
})
afterAll(() => broker.close())
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))))

async function connectAs(username: string): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username,
    password: `Secret-${username}`,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  clients.push(client)
  return client
}

/** Connects and sends a message: the connection is in use. */
async function connectInUse(): Promise<MqttClient> {
  const client = await connectAs('yard')
  await client.publishAsync('ingest/json/AC233F000001', '{}', { qos: 1 })
  return client
}

it('limits connections in use per source and frees room as they close', async () => {
  const [first] = [await connectInUse(), await connectInUse(), await connectInUse()]
  await expect(connectAs('yard')).rejects.toMatchObject({ code: 3 })
  expect((await connectAs('mill')).connected).toBe(true)
  await first.endAsync()
  await expect
    .poll(() =>
      connectAs('yard').then(
        ({ connected }) => connected,
        () => false,
      ),
    )
    .toBe(true)
})

it('lets the quietest connection of a source give way', async () => {
  const [, quiet] = [await connectInUse(), await connectAs('yard'), await connectInUse()]
  const ended = new Promise<void>((resolve) => void quiet.once('close', () => resolve()))
  expect((await connectInUse()).connected).toBe(true)
  await ended
  await expect(connectAs('yard')).rejects.toMatchObject({ code: 3 })
})

const message = generate({
  cmd: 'publish',
  topic: 'ingest/json/AC233F000001',
  payload: 'x'.repeat(600),
  qos: 1,
  messageId: 7,
  dup: false,
  retain: false,
})
const sendBeginning = (client: MqttClient) => void client.stream.write(message.subarray(0, 400))

it('limits bytes of unfinished packets per source over all its connections', async () => {
  const [first, second, third] = [await connectAs('yard'), await connectAs('yard'), await connectAs('yard')]
  const other = await connectAs('mill')
  const ended = new Promise<void>((resolve) => void third.once('close', () => resolve()))
  sendBeginning(first)
  sendBeginning(second)
  sendBeginning(other)
  // When one more has been let in, these have been read.
  await connectAs('mill')
  sendBeginning(third)
  await ended
  expect([first, second, other].map(({ connected }) => connected)).toEqual([true, true, true])
  const acknowledged: string[] = []
  for (const client of [first, second, other]) {
    client.on('packetreceive', ({ cmd }) => acknowledged.push(cmd))
    client.stream.write(message.subarray(400))
  }
  await expect.poll(() => acknowledged).toEqual(['puback', 'puback', 'puback'])
  // A whole packet takes up nothing.
  const fourth = await connectAs('yard')
  fourth.on('packetreceive', ({ cmd }) => acknowledged.push(cmd))
  sendBeginning(fourth)
  await connectAs('mill')
  fourth.stream.write(message.subarray(400))
  await expect.poll(() => acknowledged).toHaveLength(4)
})
