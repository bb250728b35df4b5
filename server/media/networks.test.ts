import { expect, test } from 'vitest'
import { createNetworkGuard } from './networks.ts'

const defaultGuard = createNetworkGuard([])

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.9',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'localhost',
  '',
])('refuses %s', (address) => {
  expect(defaultGuard(address)).toBe(false)
})

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '203.1.113.1', '2400:3200::1', '2a00:1450:4009::1'])(
  'allows %s on the public internet',
  (address) => {
    expect(defaultGuard(address)).toBe(true)
  },
)

test('allows the named networks and no others', () => {
  const guard = createNetworkGuard(['10.20.0.0/16', '192.168.7.7', 'fd00:7::/32'])
  expect(['10.20.3.4', '192.168.7.7', 'fd00:7::1', '1.1.1.1'].map(guard)).toEqual([true, true, true, true])
  expect(['10.21.3.4', '192.168.7.8', 'fd00:8::1', '127.0.0.1', '::1'].map(guard)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(['127.0.0.1', '::1'].map(createNetworkGuard(['loopback']))).toEqual([true, true])
})
