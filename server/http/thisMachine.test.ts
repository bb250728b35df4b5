import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { isOfThisMachine } from './thisMachine.ts'
import { openWorld } from '../testing/testWorld.ts'

test.each([
  ['127.0.0.1', '127.0.0.1', {}, true],
  ['::1', '[::1]', {}, true],
  ['127.0.0.1', 'localhost', {}, true],
  ['10.0.0.1', 'localhost', {}, false],
  ['127.0.0.1', 'drover.example.com', {}, false],
  ['127.0.0.1', 'localhost', { 'x-forwarded-for': '10.0.0.1' }, false],
  ['127.0.0.1', 'localhost', { forwarded: 'for=10.0.0.1' }, false],
  ['127.0.0.1', 'localhost', { via: '1.1 proxy' }, false],
])('isOfThisMachine(%s, %s, %j) returns %s', (ip, hostname, headers, expected) => {
  expect(isOfThisMachine({ ip, hostname, headers })).toBe(expected)
})

test.each([
  [undefined, '127.0.0.1', '127.0.0.1'],
  ['loopback', '127.0.0.1', '10.0.0.9'],
  // The asker's own entries stand before those that the proxy added.
  ['loopback', '203.0.113.5', '203.0.113.5'],
])('trusting %s as proxy, counts calls through %s for %s', async (TRUSTED_PROXY, remoteAddress, expected) => {
  const world = await openWorld({}, readSettings(TRUSTED_PROXY === undefined ? {} : { TRUSTED_PROXY }))
  const wrong = { type: 'account', userName: 'nobody', password: 'Wrong2026x' }
  const ask = (forwarded: string, from = remoteAddress) =>
    world.server.inject({
      method: 'POST',
      url: '/collateral/common/auth/login/user',
      remoteAddress: from,
      headers: { 'x-forwarded-for': forwarded },
      payload: wrong,
    })
  for (let i = 0; i < 5; i++) await ask(`198.51.100.${i}, 10.0.0.9`)
  const direct = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/auth/login/user',
    remoteAddress: expected,
    payload: wrong,
  })
  await world.close()
  expect(direct.statusCode).toBe(429)
})
