import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyRegistry, type Registry, type Source } from '../../herd/registry.ts'
import type { Outcome } from '../intake.ts'
import type { RefusedMessage } from '../receiver.ts'
import { hashSecret } from '../sources.ts'
import { type MqttListener, openMqttBroker } from './mqttBroker.ts'

const source: Source = {
  id: 1,
  name: 'yard',
  secretHash: hashSecret('Secret2026'),
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
}
const registry: Registry = { ...emptyRegistry(), sources: new Map([[1, source]]) }

let taken: string[]
let refused: RefusedMessage[]
let outcome: Outcome
let store: Promise<void>
let broker: MqttListener
const sockets: Socket[] = []
const open = (parts: Partial<Parameters<typeof openMqttBroker>[0]> = {}) =>
  openMqttBroker({
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    receiver: {
      async receiveInTurn(_source, _decoder, _topic, _gateway, body) {
        await store
        taken.push(Buffer.from(body).toString())
        return outcome
      },
      async refuse(message) {
        refused.push(message)
        return { kind: 'unreadable', reason: message.reason, field: message.field }
      },
    },
    registry: () => registry,
    log: pino({ level: 'silent' }),
    farewellMs: 20,
    ...parts,
  })
beforeAll(async () => {
  broker = await open()
})
afterAll(() => broker.close())
beforeEach(() => {
  taken = []
  refused = []
  outcome = { kind: 'read', stored: 1, duplicate: 0, rejected: [], sent: 1 }
  store = Promise.resolve()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Converts hexadecimal digits, and words in quotes with their length in front, to bytes. */
function bytesOf(text: string): Buffer {
  const parts = text.match(/'[^']*'|"[^"]*"|[0-9a-f]{2}/g) ?? []
  return Buffer.concat(
    parts.map((part) => {
      if (!/^['"]/.test(part)) return Buffer.from(part, 'hex')
      const word = Buffer.from(part.slice(1, -1))
      return part.startsWith('"') ? word : Buffer.concat([Buffer.from([word.length >> 8, word.length & 255]), word])
    }),
  )
}
/** Builds a packet: its first byte, its length, its content. */
function packet(first: string, content: string): string {
  const body = bytesOf(content)
  const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
  return Buffer.concat([bytesOf(first), Buffer.from(length), body]).toString('hex')
}

const credentials = `'yard' 'Secret2026'`

const connect31 = packet('10', `'MQIsdp' 03 c2 003c 'g1' ${credentials}`)
const connect311 = packet('10', `'MQTT' 04 c2 003c 'g1' ${credentials}`)
const lengthOf = (properties: string) => bytesOf(properties).length.toString(16).padStart(2, '0')
/** Builds a CONNECT of MQTT 5. `will` has its properties, topic and message. */
const connect5 = (
  properties = '',
  { flags = 'c2', id = 'g1', keepalive = '003c', login = credentials, will = '' } = {},
) => packet('10', `'MQTT' 05 ${flags} ${keepalive} ${lengthOf(properties)} ${properties} '${id}' ${will} ${login}`)

const gw = `'ingest/json/AC233F000001'`
/** Receive maximum 1,000, largest packet 4,000,000, topic aliases 32, no shared subscriptions. */
const grants = '2103e8 27003d0900 220020 2a00'
const connack5 = (first = '', last = '') =>
  packet('20', `00 00 ${lengthOf(first + grants + last)} ${first} ${grants} ${last}`)
const ok = '20 02 00 00'
const disconnect = (code: string) => `e0 02 ${code} 00`
const closed = ' closed'

/** What each socket received and nobody looked at, and whether it was closed. */
const states = new WeakMap<Socket, { received: string; isClosed: boolean }>()

/** Opens a connection, sends bytes, and expects the answer, and with `closed` the end of the connection. */
async function talk(port: number, sent: string, expected: string): Promise<Socket> {
  const socket = openSocket(port, '127.0.0.1')
  sockets.push(socket)
  const state = { received: '', isClosed: false }
  states.set(socket, state)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => (state.received += bytes.toString('hex')))
  socket.on('close', () => (state.isClosed = true))
  await once(socket, 'connect')
  await continueWith(socket, sent, expected)
  return socket
}
async function continueWith(socket: Socket, sent: string, expected: string): Promise<void> {
  const state = states.get(socket)
  if (!state) throw new Error('not a socket of talk()')
  socket.write(bytesOf(sent))
  const isEnd = expected.endsWith(closed)
  const answer = bytesOf(expected.slice(0, isEnd ? -closed.length : undefined)).toString('hex')
  await expect
    .poll(() => state.received + (isEnd && state.isClosed ? closed : ''), { interval: 5, timeout: 4000 })
    .toBe(answer + (isEnd ? closed : ''))
  state.received = ''
}

describe('CONNECT', () => {
  it.each([
    ['3.1', connect31, ok],
    ['3.1.1', connect311, ok],
    ['3.1.1 of a bridge', packet('10', `'MQTT' 84 c2 003c 'g1' ${credentials}`), ok],
    ['3.1.1 without an id', packet('10', `'MQTT' 04 c2 003c '' ${credentials}`), ok],
    ['5', connect5(), connack5()],
    ['5 of case 06-mqtt5-connect.hex', packet('10', `'MQTT' 05 c2 003c 00 'g1' ${credentials}`), connack5()],
    ['5 without a keepalive', connect5('', { keepalive: '0000' }), connack5('', '130e10')],
    ['5 with a session of an hour', connect5('1100000e10'), connack5()],
    ['5 with a session without end', connect5('11ffffffff'), connack5('1100015180')],
    ['5 with user properties', connect5(`26 'site' 'north' 26 'site' 'gate'`), connack5()],
    ['5 with a retained will', connect5('', { flags: 'ee', will: `0518 00000005 'gw/g1' 'gone'` }), connack5()],
  ])('accepts MQTT %s', async (_what, connect, answer) => {
    expect.hasAssertions()
    await talk(broker.port, connect, answer)
  })

  it('assigns an id to a client of MQTT 5 without one', async () => {
    const socket = openSocket(broker.port, '127.0.0.1')
    sockets.push(socket)
    socket.write(bytesOf(connect5('', { id: '' })))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    const [, id = ''] = answer.toString('latin1').split('drover-')
    expect(answer.toString('hex')).toContain(bytesOf(`12 'drover-${id.slice(0, 36)}'`).toString('hex'))
  })

  it.each([
    ['a wrong secret, 3.1', packet('10', `'MQIsdp' 03 c2 003c 'g1' 'yard' 'wrong'`), '20 02 00 05'],
    ['a wrong secret, 3.1.1', packet('10', `'MQTT' 04 c2 003c 'g1' 'yard' 'wrong'`), '20 02 00 05'],
    ['no login, 3.1.1', packet('10', `'MQTT' 04 02 003c 'g1'`), '20 02 00 05'],
    ['a wrong secret, 5', connect5('', { login: `'yard' 'wrong'` }), '20 03 00 86 00'],
    ['a password without a user, 5', connect5('', { flags: '42', login: `'Secret2026'` }), '20 03 00 86 00'],
    ['no id, 3.1', packet('10', `'MQIsdp' 03 c2 003c '' ${credentials}`), '20 02 00 02'],
    ['24 characters as id, 3.1', packet('10', `'MQIsdp' 03 c2 003c '${'x'.repeat(24)}' ${credentials}`), '20 02 00 02'],
    ['no id for a session, 3.1.1', packet('10', `'MQTT' 04 c0 003c '' ${credentials}`), '20 02 00 02'],
    ['level 2', packet('10', `'MQTT' 02 c2 003c 'g1' ${credentials}`), '20 02 00 01'],
    ['level 6', packet('10', `'MQTT' 06 c2 003c 00 'g1' ${credentials}`), '20 03 00 84 00'],
    ['an authentication method', connect5(`15 'SCRAM'`), '20 03 00 8c 00'],
    ['authentication data without a method', connect5(`16 'data'`), '20 03 00 82 00'],
    ['receive maximum 0', connect5('210000'), '20 03 00 82 00'],
    ['a property twice', connect5('2100012100 01'), '20 03 00 82 00'],
    ['a property of another packet', connect5('230001'), '20 03 00 81 00'],
    ['an unknown property', connect5('7f01'), '20 03 00 81 00'],
    ['a flag that is neither 0 nor 1', connect5('1702'), '20 03 00 82 00'],
    ['the reserved flag', connect5('', { flags: 'c3' }), '20 03 00 81 00'],
    ['a will at QoS 3', connect5('', { flags: 'de', will: `00 'gw' ''` }), '20 03 00 81 00'],
    ['a will with a wildcard', connect5('', { flags: 'c6', will: `00 'gw/+' ''` }), '20 03 00 90 00'],
    ['QoS of a will that is none', connect5('', { flags: 'ca' }), '20 03 00 81 00'],
    ['bytes after its content', connect5('', { login: `${credentials} 00` }), '20 03 00 81 00'],
    ['no UTF-8 as id', packet('10', `'MQTT' 05 c2 003c 00 0002 c3 28 ${credentials}`), '20 03 00 81 00'],
    ['a character 0 in its id', packet('10', `'MQTT' 05 c2 003c 00 0002 61 00 ${credentials}`), '20 03 00 81 00'],
    ['half a surrogate in its id', packet('10', `'MQTT' 05 c2 003c 00 0003 ed a0 80 ${credentials}`), '20 03 00 81 00'],
    ['the reserved flag, 3.1.1', packet('10', `'MQTT' 04 c3 003c 'g1' ${credentials}`), ''],
    ['a password without a user, 3.1.1', packet('10', `'MQTT' 04 42 003c 'g1' 'Secret2026'`), ''],
    ['another protocol', packet('10', `'MQTX' 04 c2 003c 'g1' ${credentials}`), ''],
    ['another packet before it', 'c0 00', ''],
    ['flags in its first byte', packet('11', `'MQTT' 04 c2 003c 'g1' ${credentials}`), ''],
    ['an overlong length', `10 ff ff ff ff 01`, ''],
  ])('refuses %s', async (_what, connect, answer) => {
    await talk(broker.port, connect, answer + closed)
    expect([taken, refused]).toEqual([[], []])
  })
})

describe('PUBLISH', () => {
  const [publish0, publish1, publish2] = [
    packet('30', `${gw} "m"`),
    packet('32', `${gw} 0007 "m"`),
    packet('34', `${gw} 0007 "m"`),
  ]
  it.each([
    ['3.1', connect31, ok],
    ['3.1.1', connect311, ok],
  ])('is acknowledged by its QoS in MQTT %s', async (_version, connect, accepted) => {
    const socket = await talk(broker.port, connect, accepted)
    await continueWith(socket, publish0, '')
    await continueWith(socket, publish1, '40 02 00 07')
    await continueWith(socket, publish2, '50 02 00 07')
    await continueWith(socket, '62 02 00 07', '70 02 00 07')
    await continueWith(socket, 'c0 00', 'd0 00')
    expect(taken).toEqual(['m', 'm', 'm'])
    await continueWith(socket, 'e0 00', closed)
  })

  it('is acknowledged by its QoS in MQTT 5', async () => {
    const socket = await talk(broker.port, connect5(), connack5())
    await continueWith(socket, packet('30', `${gw} 00 "a"`), '')
    await continueWith(socket, packet('32', `${gw} 0007 00 "b"`), '40 02 00 07')
    await continueWith(socket, packet('34', `${gw} 0007 00 "c"`), '50 02 00 07')
    await continueWith(socket, '62 02 00 07', '70 02 00 07')
    await continueWith(socket, '62 02 00 07', '70 04 00 07 92 00')
    await continueWith(socket, packet('33', `${gw} 0008 00 "d"`), '40 02 00 08')
    const properties = `01 01 02 0000000a 03 'json' 08 'reply' 09 'id' 26 'a' 'b'`
    await continueWith(socket, packet('32', `${gw} 0009 ${lengthOf(properties)} ${properties} "e"`), '40 02 00 09')
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e'])
    await continueWith(socket, 'e0 00', closed)
  })

  it.each([
    ['status', '87'],
    ['ingest/json', '87'],
    ['/ingest/json/AC233F000001', '87'],
    ['ingest/json/AC233F000001/', '87'],
    ['Ingest/JSON/AC233F000001', '87'],
    ['ingest/minew/AC233F000001', '87'],
    [`ingest/json/${'a/'.repeat(60)}`, '87'],
  ])('is acknowledged and counted on topic %s, which is not open', async (topic, code) => {
    const text = `1f 'NOT_ALLOWED topic'`
    for (const [connect, connack, form, answer] of [
      [connect311, ok, `'${topic}' 0007`, '40 02 00 07'],
      [connect5(), connack5(), `'${topic}' 0007 00`, packet('40', `00 07 ${code} ${lengthOf(text)} ${text}`)],
    ] as const) {
      const socket = await talk(broker.port, connect, connack)
      await continueWith(socket, packet('32', `${form} "{}"`), answer)
      // Without a reason to connect again, what follows comes in.
      await continueWith(socket, packet('32', `${gw} 0008 ${connect === connect311 ? '' : '00'} "good"`), '40 02 00 08')
    }
    expect([taken, refused.filter(({ field }) => field === 'topic').length]).toEqual([['good', 'good'], 2])
  })

  it.each([
    ['unreadable', { kind: 'unreadable', reason: 'BAD_JSON', field: 'body' }, '99', 'BAD_JSON body'],
    ['too large', { kind: 'unreadable', reason: 'BAD_SHAPE', field: 'size' }, '97', 'BAD_SHAPE size'],
    [
      'without an accepted reading',
      {
        kind: 'read',
        stored: 0,
        duplicate: 0,
        sent: 1,
        rejected: [{ index: 0, field: 'neckband', reason: 'UNKNOWN_DEVICE' }],
      },
      '83',
      'UNKNOWN_DEVICE neckband',
    ],
    [
      'for a farm of others',
      {
        kind: 'read',
        stored: 0,
        duplicate: 0,
        sent: 1,
        rejected: [{ index: 0, field: 'gateway', reason: 'NOT_ALLOWED' }],
      },
      '87',
      'NOT_ALLOWED gateway',
    ],
  ] satisfies [string, Outcome, string, string][])(
    'is acknowledged with its reason when %s',
    async (_what, result, code, text) => {
      expect.hasAssertions()
      outcome = result
      const property = `1f '${text}'`
      const reasons = `${code} ${lengthOf(property)} ${property}`
      const socket = await talk(broker.port, connect5(), connack5())
      await continueWith(socket, packet('32', `${gw} 0007 00 "m"`), packet('40', `00 07 ${reasons}`))
      // A PUBREC that refuses frees its packet id.
      await continueWith(socket, packet('34', `${gw} 0009 00 "m"`), packet('50', `00 09 ${reasons}`))
      await continueWith(socket, '62 02 00 09', '70 04 00 09 92 00')
      const silent = await talk(broker.port, connect5('1700', { id: 'g2' }), connack5())
      await continueWith(silent, packet('32', `${gw} 0007 00 "m"`), `40 04 00 07 ${code} 00`)
      // A text that does not fit is left out, and so is a CONNACK.
      const small = await talk(broker.port, connect5('2700000008', { id: 'g3' }), '')
      await continueWith(small, packet('32', `${gw} 0007 00 "m"`), `40 04 00 07 ${code} 00`)
    },
  )

  it('is refused with 0x99 when its text is no UTF-8', async () => {
    const socket = await talk(broker.port, connect5('1700'), connack5())
    await continueWith(socket, packet('32', `${gw} 0007 02 0101 c328`), '40 04 00 07 99 00')
    expect(refused).toMatchObject([{ reason: 'BAD_SHAPE', field: 'payload' }])
  })

  it('uses the topic of its alias', async () => {
    const socket = await talk(broker.port, connect5(), connack5())
    await continueWith(socket, packet('32', `${gw} 0007 03 230020 "a"`), '40 02 00 07')
    await continueWith(socket, packet('32', `'' 0008 03 230020 "b"`), '40 02 00 08')
    await continueWith(
      socket,
      packet('32', `'status' 0009 03 230020 "c"`),
      packet('40', `00 09 87 14 1f 'NOT_ALLOWED topic'`),
    )
    await continueWith(
      socket,
      packet('32', `'' 000a 03 230020 "d"`),
      packet('40', `00 0a 87 14 1f 'NOT_ALLOWED topic'`),
    )
    expect([taken, refused.length]).toEqual([['a', 'b'], 2])
  })

  it.each([
    ['at QoS 3', packet('36', `${gw} 0007 00`), '81'],
    ['again at QoS 0', packet('38', `${gw} 00`), '82'],
    ['with packet id 0', packet('32', `${gw} 0000 00`), '82'],
    ['without a packet id', packet('32', gw), '81'],
    ['without properties', packet('30', gw), '81'],
    ['with a topic beyond its end', '30 03 0009 61', '81'],
    ['with half a topic length', '30 01 00', '81'],
    ['with an overlong length', '32 80 00', '81'],
    ['with a length of five bytes', '32 ff ff ff ff 01', '81'],
    ['with properties beyond its end', packet('30', `${gw} 05 0101`), '81'],
    ['with a topic that is no UTF-8', packet('30', `0002 c328 00`), '81'],
    ['with a character 0 in its topic', packet('30', `0002 6100 00`), '81'],
    ['with a subscription identifier', packet('30', `${gw} 02 0b01`), '81'],
    ['with neither topic nor alias', packet('32', `'' 0007 00`), '82'],
    ['with an alias that has no topic', packet('32', `'' 0007 03 230001`), '82'],
    ['with alias 0', packet('32', `${gw} 0007 03 230000`), '94'],
    ['with alias 33', packet('32', `${gw} 0007 03 230021`), '94'],
    ['with a wildcard', packet('30', `'ingest/json/#' 00`), '90'],
    ['of 4,000,001 bytes', '32 fc 91 f4 01', '95'],
  ])('%s ends the connection with its reason', async (_what, sent, code) => {
    await talk(broker.port, connect5() + sent, connack5() + disconnect(code) + closed)
    expect(taken).toEqual([])
  })

  it.each([
    ['at QoS 3', packet('36', `${gw} 0007`)],
    ['again at QoS 0', packet('38', gw)],
    ['with packet id 0', packet('32', `${gw} 0000`)],
    ['with a topic beyond its end', '30 03 0009 61'],
    ['with an overlong length', '32 80 00'],
    ['with a topic that is no UTF-8', packet('30', `0002 c328`)],
    ['with a character 0 in its topic', packet('30', `0002 6100`)],
  ])('%s ends a connection of MQTT 3.1.1', async (_what, sent) => {
    await talk(broker.port, connect311 + sent, ok + closed)
    expect(taken).toEqual([])
  })
})

describe('other packets', () => {
  it.each([
    ['a second CONNECT', connect5(), '82'],
    ['AUTH', 'f0 02 18 00', '82'],
    ['PUBACK for nothing', '40 02 00 01', '82'],
    ['CONNACK', '20 02 00 00', '82'],
    ['type 0', '00 00', '82'],
    ['PINGREQ with a body', 'c0 01 00', '81'],
    ['PINGREQ with flags', 'c1 00', '81'],
    ['PUBREL without its flags', '60 02 00 01', '81'],
    ['SUBSCRIBE without its flags', packet('80', `0001 00 'a' 00`), '81'],
    ['SUBSCRIBE with packet id 0', packet('82', `0000 00 'a' 00`), '82'],
    ['SUBSCRIBE without a filter', packet('82', `0001 00`), '82'],
    ['SUBSCRIBE with an empty filter', packet('82', `0001 00 '' 00`), '81'],
    ['SUBSCRIBE at QoS 3', packet('82', `0001 00 'a' 03`), '81'],
    ['SUBSCRIBE with reserved options', packet('82', `0001 00 'a' 40`), '81'],
    ['SUBSCRIBE with retain handling 3', packet('82', `0001 00 'a' 30`), '82'],
    ['SUBSCRIBE with identifier 0', packet('82', `0001 02 0b00 'a' 00`), '82'],
    ['UNSUBSCRIBE without a filter', packet('a2', `0001 00`), '82'],
    ['a session after one without', 'e0 07 00 05 1100000010', '82'],
  ])('%s ends the connection with its reason', async (_what, sent, code) => {
    expect.hasAssertions()
    await talk(broker.port, connect5() + sent, connack5() + disconnect(code) + closed)
  })

  it('drops what follows DISCONNECT', async () => {
    for (const [connect, answer] of [
      [connect311, ok],
      [connect5(), connack5()],
    ] as const)
      await talk(broker.port, `${connect} e0 00 ${packet('30', `${gw} 00 "late"`)}`, answer + closed)
    await talk(broker.port, connect311, ok)
    expect(taken).toEqual([])
  })

  it('grants subscriptions that gateways insist on', async () => {
    expect.hasAssertions()
    const filters = `'/gw/ac233f000001/action' 00 'cmd/g1' 01 'downlink' 02 'ingest/json/AC233F000001' 00 'ingest/#' 00 '#' 00 '$share/a/b' 00 'a/#/b' 00`
    const old = await talk(broker.port, connect31, ok)
    await continueWith(old, packet('82', `0001 ${filters}`), packet('90', '0001 00 01 02 00 00 00 00 00'))
    const newer311 = await talk(broker.port, packet('10', `'MQTT' 04 c2 003c 'g1' ${credentials}`), ok)
    await continueWith(newer311, packet('82', `0001 ${filters}`), packet('90', '0001 00 01 02 00 80 80 80 80'))
    await continueWith(newer311, packet('a2', `0002 'cmd/g1'`), 'b0 02 00 02')
    const newer = await talk(broker.port, connect5(), connack5())
    await continueWith(newer, packet('82', `0001 02 0b07 ${filters}`), packet('90', '0001 00 00 01 02 00 87 87 9e 8f'))
    await continueWith(newer, packet('a2', `0002 00 'cmd/g1' 'cmd/g1'`), packet('b0', '0002 00 00 11'))
    // Messages of its own do not come back.
    await continueWith(newer, packet('32', `${gw} 0007 00 "m"`), '40 02 00 07')
  })
})

describe('sessions', () => {
  const stay = connect5('1100000e10', { flags: 'c0' })
  const again = packet('20', `01 00 0d ${grants}`)
  it('store a message at QoS 2 once when it comes several times', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    store = promise
    const message = packet('34', `${gw} 0007 00 "once"`)
    const first = await talk(broker.port, connect5('1100000e10', { id: 'twice' }) + message, connack5())
    first.destroy()
    const reconnect = connect5('1100000e10', { id: 'twice', flags: 'c0' })
    const second = await talk(broker.port, reconnect + packet('3c', `${gw} 0007 00 "once"`), again)
    resolve()
    await continueWith(second, '', '50 02 00 07')
    await continueWith(second, packet('3c', `${gw} 0007 00 "once"`), '50 02 00 07')
    second.destroy()
    const third = await talk(broker.port, reconnect, again)
    await continueWith(third, '62 02 00 07', '70 02 00 07')
    expect(taken).toEqual(['once'])
    await continueWith(third, packet('34', `${gw} 0007 00 "new"`), '50 02 00 07')
    expect(taken).toEqual(['once', 'new'])
  })

  it('end with the connection, or at a clean start', async () => {
    expect.hasAssertions()
    const clean = await talk(broker.port, connect5('', { flags: 'c0', id: 'short' }), connack5())
    await continueWith(clean, packet('34', `${gw} 0007 00 "a"`), '50 02 00 07')
    await continueWith(clean, 'e0 00', closed)
    await talk(broker.port, connect5('', { flags: 'c0', id: 'short' }), connack5())
    const stored = await talk(broker.port, stay, connack5())
    await continueWith(stored, 'e0 00', closed)
    await continueWith(await talk(broker.port, stay, again), 'e0 07 00 05 11 00000000', closed)
    await continueWith(await talk(broker.port, stay, connack5()), 'e0 00', closed)
    await talk(broker.port, connect5('1100000e10'), connack5())
  })

  it('are stored for MQTT 3.1.1 as well', async () => {
    const connect = packet('10', `'MQTT' 04 c0 003c 'stays' ${credentials}`)
    const first = await talk(broker.port, connect + packet('34', `${gw} 0007 "a"`), `${ok} 50 02 00 07`)
    first.destroy()
    const second = await talk(broker.port, connect, '20 02 01 00')
    await continueWith(second, packet('3c', `${gw} 0007 "a"`), '50 02 00 07')
    expect(taken).toEqual(['a'])
  })

  it('are taken over with 0x8E', async () => {
    expect.hasAssertions()
    const first = await talk(broker.port, connect5('', { id: 'mine' }), connack5())
    await talk(broker.port, connect5('', { id: 'mine' }), connack5())
    await continueWith(first, '', disconnect('8e') + closed)
  })
})

describe('limits', () => {
  it('acknowledges in the order of the messages', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    store = promise
    const socket = await talk(
      broker.port,
      `${connect311} ${packet('32', `${gw} 0001 "a"`)} ${packet('32', `'status' 0002 "b"`)} ${packet('34', `${gw} 0003 "c"`)}`,
      ok,
    )
    await expect.poll(() => refused.length).toBe(1)
    resolve()
    await continueWith(socket, '', '40 02 00 01 40 02 00 02 50 02 00 03')
  })

  it('ends a client that exceeds its receive maximum', async () => {
    expect.hasAssertions()
    store = new Promise(() => {})
    const messages = Array.from({ length: 1001 }, (_, i) =>
      packet('32', `${gw} ${(i + 1).toString(16).padStart(4, '0')} 00`),
    )
    await talk(broker.port, connect5() + messages.join(''), connack5() + disconnect('93') + closed)
  })

  it('does not read a client whose messages wait, and continues', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    store = promise
    const count = 2500
    const messages = Array.from({ length: count }, (_, i) =>
      packet('32', `${gw} ${(i + 1).toString(16).padStart(4, '0')}`),
    )
    const socket = await talk(broker.port, connect311 + messages.join(''), ok)
    resolve()
    await expect.poll(() => states.get(socket)?.received.length).toBe(count * 8)
    expect(taken).toHaveLength(count)
  })

  it('does not acknowledge a message that could not be stored', async () => {
    expect.hasAssertions()
    outcome = { kind: 'failed' }
    await talk(broker.port, connect311 + packet('32', `${gw} 0007 "m"`), ok + closed)
    await talk(broker.port, connect5() + packet('34', `${gw} 0007 00 "m"`), connack5() + disconnect('89') + closed)
  })

  it('ends a quiet client after one and a half keepalives', async () => {
    expect.hasAssertions()
    const own = await open({ timeoutMs: 400 })
    await talk(own.port, connect5('', { keepalive: '0001' }), connack5() + disconnect('8d') + closed)
    await talk(own.port, connect5() + '32 05 00', connack5() + disconnect('81') + closed)
    await own.close()
  })

  it('names the reason when it ends the connections of a source, or stops', async () => {
    expect.hasAssertions()
    const own = await open()
    const revoked = await talk(own.port, connect5(), connack5())
    const saved = registry.sources
    registry.sources = new Map()
    own.endRevoked()
    await continueWith(revoked, '', disconnect('87') + closed)
    registry.sources = saved
    const last = await talk(own.port, connect5(), connack5())
    await Promise.all([own.close(), continueWith(last, '', disconnect('8b') + closed)])
  })

  it('names the reason to connections over the limit of their source', async () => {
    expect.hasAssertions()
    const own = await open({ sourceLimits: { connections: 1, unfinishedBytes: 100 } })
    const first = await talk(own.port, connect5() + packet('32', `${gw} 0001 00`), `${connack5()} 40 02 00 01`)
    await talk(own.port, connect5('', { id: 'g2' }), `20 03 00 97 00${closed}`)
    await continueWith(first, `32 c8 01 ${'00'.repeat(150)}`, disconnect('97') + closed)
    await own.close()
  })
})
