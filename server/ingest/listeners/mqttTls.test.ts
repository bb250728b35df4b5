import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { connect as openTls } from 'node:tls'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyRegistry } from '../../herd/registry.ts'
import { otherTestCertificate, testCertificate } from '../../testing/testCertificates.ts'
import { hashSecret } from '../sources.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'
import type { MessageReceiver } from './mqttMessages.ts'

const source = {
  id: 1,
  name: 'yard',
  secretHash: hashSecret('Secret2026'),
  adapters: new Set(['json'] as const),
  farmIds: null,
  takesQueryToken: false,
}
const registry = { ...emptyRegistry(), sources: new Map([[1, source]]) }
const taken: string[] = []
const receiver: MessageReceiver = {
  async receiveInTurn(_source, _decoder, _topic, _gateway, body) {
    taken.push(Buffer.from(body).toString())
    return { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }
  },
  refuse: () => Promise.reject(new Error('nothing is refused here')),
}

let broker: MqttListener
beforeAll(async () => {
  broker = await openMqttBroker({
    host: '127.0.0.1',
    port: 0,
    certificate: testCertificate,
    receiver,
    registry: () => registry,
    log: pino({ level: 'silent' }),
    timeoutMs: 500,
  })
})
afterAll(() => broker.close())

const connectTo = (ca: string) =>
  connectAsync(`mqtts://127.0.0.1:${broker.port}`, { ca, username: 'yard', password: 'Secret2026', reconnectPeriod: 0 })

it('accepts messages over TLS from gateways that trust its certificate', async () => {
  const client = await connectTo(testCertificate.cert)
  await client.publishAsync('ingest/json/AC233F000001', 'encrypted', { qos: 1 })
  await client.endAsync()
  expect(taken).toEqual(['encrypted'])
})

it('cannot be reached by clients that trust another certificate', async () => {
  await expect(connectTo(otherTestCertificate.cert)).rejects.toThrow(/self-signed certificate/)
})

it('closes plain-text connections and those without a handshake', async () => {
  const plain = openSocket(broker.port, '127.0.0.1')
  const heard: Buffer[] = []
  plain.on('error', () => {}).on('data', (bytes: Buffer) => void heard.push(bytes))
  plain.write(Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 0, 0, 0]))
  const silent = openSocket(broker.port, '127.0.0.1')
  silent.on('error', () => {}).resume()
  await Promise.all([once(plain, 'close'), once(silent, 'close')])
  // At most a TLS alert (RFC 8446, 5.1), never a CONNACK.
  expect(Buffer.concat(heard)[0] ?? 0x15).toBe(0x15)
})

it('serves a renewed certificate to new connections', async () => {
  const first = await connectTo(testCertificate.cert)
  broker.renew(otherTestCertificate)
  const later = await connectTo(otherTestCertificate.cert)
  for (const client of [first, later]) {
    await client.publishAsync('ingest/json/AC233F000001', 'renewed', { qos: 1 })
    await client.endAsync()
  }
  expect(taken.slice(-2)).toEqual(['renewed', 'renewed'])
  broker.renew(testCertificate)
})

it('accepts sources while 140 unauthenticated TLS connections are open', async () => {
  const sockets = Array.from({ length: 140 }, () =>
    openTls({ host: '127.0.0.1', port: broker.port, ca: testCertificate.cert }).on('error', () => {}),
  )
  const client = await connectTo(testCertificate.cert)
  await client.publishAsync('ingest/json/AC233F000001', 'among many', { qos: 1 })
  await client.endAsync()
  for (const socket of sockets) socket.destroy()
  expect(taken.at(-1)).toBe('among many')
})
