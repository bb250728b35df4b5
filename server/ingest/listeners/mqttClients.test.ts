import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { connectAsync, type IClientPublishOptions } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyRegistry } from '../../herd/registry.ts'
import type { RefusedMessage } from '../receiver.ts'
import { hashSecret } from '../sources.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'

const source = {
  id: 1,
  name: 'yard',
  secretHash: hashSecret('Secret2026'),
  adapters: new Set(['json'] as const),
  farmIds: null,
  takesQueryToken: false,
}
const topic = 'ingest/json/AC233F000001'
let taken: string[]
let refused: RefusedMessage[]
let broker: MqttListener
beforeAll(async () => {
  broker = await openMqttBroker({
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    receiver: {
      async receiveInTurn(_source, _decoder, _topic, _gateway, body) {
        taken.push(Buffer.from(body).toString())
        return { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }
      },
      async refuse(message) {
        refused.push(message)
        return { kind: 'unreadable', reason: message.reason, field: message.field }
      },
    },
    registry: () => ({ ...emptyRegistry(), sources: new Map([[1, source]]) }),
    log: pino({ level: 'silent' }),
  })
})
afterAll(() => broker.close())
beforeEach(() => {
  taken = []
  refused = []
})

describe('mqtt.js', () => {
  const connect = (protocolVersion: 3 | 4 | 5, more = {}) =>
    connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      protocolVersion,
      ...(protocolVersion === 3 && { protocolId: 'MQIsdp' }),
      username: 'yard',
      password: 'Secret2026',
      clientId: `js-${protocolVersion}`,
      reconnectPeriod: 0,
      ...more,
    })

  it.each([3, 4, 5] as const)('publishes at each QoS with protocol level %i', async (version) => {
    const client = await connect(version)
    await client.subscribeAsync('cmd/gateway-1')
    for (const qos of [0, 1, 2] as const) await client.publishAsync(topic, `qos ${qos}`, { qos, retain: true })
    await client.unsubscribeAsync('cmd/gateway-1')
    await client.endAsync()
    expect(taken).toEqual(['qos 0', 'qos 1', 'qos 2'])
  })

  it('publishes by topic aliases with MQTT 5', async () => {
    const client = await connect(5, {
      autoAssignTopicAlias: true,
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    })
    for (let i = 0; i < 3; i++) await client.publishAsync(topic, `m${i}`, { qos: 1 })
    await client.endAsync()
    expect(taken).toEqual(['m0', 'm1', 'm2'])
  })

  it('receives the reason of a message that is refused', async () => {
    const client = await connect(5)
    const options: IClientPublishOptions = { qos: 1, properties: { userProperties: { site: 'north' } } }
    await expect(client.publishAsync('status', '{}', options)).rejects.toMatchObject({ code: 0x87 })
    await client.publishAsync(topic, 'next', { qos: 1 })
    await client.endAsync()
    expect([taken, refused.length]).toEqual([['next'], 1])
  })

  it('receives the reason why it may not connect', async () => {
    await expect(connect(5, { password: 'wrong' })).rejects.toMatchObject({ code: 0x86 })
    await expect(connect(4, { password: 'wrong' })).rejects.toMatchObject({ code: 5 })
  })
})

const publisher = spawnSync('sh', ['-c', 'command -v mosquitto_pub'], { encoding: 'utf8' }).stdout.trim()

describe.runIf(publisher !== '')('mosquitto_pub', { tags: 'long' }, () => {
  const publish = (version: string, qos: number, to: string, message: string) =>
    promisify(execFile)(
      publisher,
      `-h 127.0.0.1 -p ${broker.port} -u yard -P Secret2026 -i pub-${version} -V ${version} -q ${qos} -t ${to} -m`
        .split(' ')
        .concat(message),
      { timeout: 10_000 },
    )

  it.each(['31', '311', '5'])('publishes at each QoS with -V %s', async (version) => {
    for (const qos of [0, 1, 2]) await publish(version, qos, topic, `qos ${qos}`)
    await expect.poll(() => taken).toEqual(['qos 0', 'qos 1', 'qos 2'])
  })

  it('prints the reason of a message that is refused', async () => {
    const { stderr } = await publish('5', 1, '/ingest/json/AC233F000001', '{}')
    expect(stderr).toMatch(/not authorized/i)
    await publish('311', 1, '/ingest/json/AC233F000001', '{}')
    expect(refused).toHaveLength(2)
  })
})
