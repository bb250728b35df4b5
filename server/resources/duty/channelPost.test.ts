import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChannelPost } from './channelPost.ts'

let server: Server
let port = 0
let requestedPaths: string[] = []
let answer: (response: ServerResponse) => void = (response) => void response.end()

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requestedPaths = []
  answer = (response) => void response.end()
})

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }

describe('posting to an internal address', () => {
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine, as a number', '2130706433'],
    ['this machine, in octal', '0177.0.0.1'],
    ['this machine, in short', '127.1'],
    ['this machine, of IPv6', '[::1]'],
    ['this machine, in IPv6', '[::ffff:127.0.0.1]'],
    ['any address of this machine', '0.0.0.0'],
    ['a name that stands for this machine', 'localhost'],
  ])('rejects %s', async (_what, host) => {
    await expect(createChannelPost([])({ address: `http://${host}:${port}/`, ...message })).rejects.toThrow(
      'ADDRESS_REFUSED',
    )
    expect(requestedPaths).toEqual([])
  })

  test.each(['10.1.2.3', '192.168.0.1', '172.16.0.9', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'])(
    'rejects %s',
    async (host) => {
      await expect(createChannelPost([])({ address: `http://${host}/latest/meta-data`, ...message })).rejects.toThrow(
        'ADDRESS_REFUSED',
      )
    },
  )
})

test('returns a redirect without following it', async () => {
  answer = (response) => void response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
  const { status } = await createChannelPost(['loopback'])({ address: `http://127.0.0.1:${port}/hook`, ...message })
  expect([status, requestedPaths]).toEqual([307, ['/hook']])
})

test('aborts an endless answer at the size limit', async () => {
  answer = (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  }
  await expect(
    createChannelPost(['loopback'])({ address: `http://127.0.0.1:${port}/hook`, ...message }),
  ).rejects.toThrow('TOO_LARGE')
})

test.each([
  ['never begins', () => {}],
  ['stops in the middle', (response: ServerResponse) => void response.write('{')],
])('times out when an answer %s', async (_how, given) => {
  answer = given
  await expect(
    createChannelPost(['loopback'], 300)({ address: `http://127.0.0.1:${port}/hook`, ...message }),
  ).rejects.toThrow('NO_ANSWER')
})
