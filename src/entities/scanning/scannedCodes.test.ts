// @vitest-environment node
import { expect, test } from 'vitest'
import { deviceIdIn, earTagIn } from './scannedCodes.ts'

test.each([
  ['our own label', 'AC233F0000A1', 'AC233F0000A1'],
  ['a MAC with colons', 'ac:23:3f:00:00:a1', 'AC233F0000A1'],
  ['a name before it', 'MAC: AC-23-3F-00-00-A1\r\n', 'AC233F0000A1'],
  ['a LoRaWAN label', 'LW:D0:70B3D5E75E000001:24E124785D123456:02', '24E124785D123456'],
  ['a DevEUI', '24e1:2478:5d12:3456', '24E124785D123456'],
  ['a DevEUI in pairs', '24-e1-24-78-5d-12-34-56', '24E124785D123456'],
  ['an address', 'https://example.com/d?mac=AC233F0000A1&v=2', 'AC233F0000A1'],
  ['an IMEI', 'IMEI 867730050000016', '867730050000016'],
  ['what is none of them', ' Collar-17 ', 'COLLAR-17'],
])('reads the device id of %s', (_name, text, id) => {
  expect(deviceIdIn(text)).toBe(id)
})

test.each([
  ['152502000000123', '152502000000123'],
  [' T-77\n', 'T-77'],
])('reads the ear tag of %j', (text, tag) => {
  expect(earTagIn(text)).toBe(tag)
})
