import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { generate, parser as createParser, type Packet } from 'mqtt-packet'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BrokerFault } from '#contract/live/live.ts'
import { otherTestCertificate, testCertificate } from '../../testing/testCertificates.ts'
import { hashSecret } from '../sources.ts'
import { openMqttSubscriber } from './mqttSubscriber.ts'

const authorities = tls.getCACertificates('default')

let server: tls.Server
let names: unknown[]
beforeEach(async () => {
  names = []
  server = tls.createServer(testCertificate, (socket) => {
    names.push(socket.servername)
    socket.on('error', () => {})
    const parser = createParser()
    parser.on('packet', ({ cmd, messageId = 0 }: Packet) => {
      if (cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      if (cmd === 'subscribe') socket.write(generate({ cmd: 'suback', messageId, granted: [1] }))
    })
    socket.on('data', (bytes) => parser.parse(Buffer.from(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  tls.setDefaultCACertificates(authorities)
  server.close()
})

async function stateOf(host: string, trusted: string[]): Promise<BrokerFault | null> {
  tls.setDefaultCACertificates([...authorities, ...trusted])
  const state = Promise.withResolvers<BrokerFault | null>()
  const source = {
    id: 1,
    name: 'broker',
    secretHash: hashSecret('Secret2026'),
    adapters: new Set(['json'] as const),
    farmIds: null,
    takesQueryToken: false,
  }
  const refuse = () => Promise.reject(new Error('nothing is received here'))
  const subscriber = openMqttSubscriber({
    url: `mqtts://${host}:${(server.address() as AddressInfo).port}`,
    clientId: 'drover-tls',
    source: () => source,
    receiver: { receiveInTurn: refuse, refuse, hasRoom: () => true, whenRoom: () => Promise.resolve(true) },
    log: pino({ level: 'silent' }),
    onState: state.resolve,
  })
  const found = await state.promise
  await subscriber.close()
  return found
}

it('connects over TLS by address, without a server name', async () => {
  expect(await stateOf('127.0.0.1', [testCertificate.cert])).toBe(null)
  expect(names).toEqual([false])
})

it('connects over TLS by name, with a server name', async () => {
  expect(await stateOf('localhost', [testCertificate.cert])).toBe(null)
  expect(names).toEqual(['localhost'])
})

it.each([
  ['of an unknown authority', '127.0.0.1', []],
  ['of another authority', '127.0.0.1', [otherTestCertificate.cert]],
  ['for another host', '0.0.0.0', [testCertificate.cert]],
])('is reported as UNTRUSTED when the certificate is %s', async (_what, host, trusted) => {
  expect(await stateOf(host, trusted)).toBe('UNTRUSTED')
})
