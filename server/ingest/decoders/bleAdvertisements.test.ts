import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAdvertisement } from './bleAdvertisements.ts'

const flags = '020106'
const services = '0303e1ff'
const acceleration = (battery: string, x: string, y: string, z: string) =>
  `${flags}${services}1216e1ffa103${battery}${x}${y}${z}55daba50e1fe`
const silent = {
  battery: Number.NaN,
  temperatureC: Number.NaN,
  activity: Number.NaN,
  moving: null,
  tamper: null,
  isFaulty: false,
}

describe('an accelerometer frame', () => {
  // 4A: 74 %; FFE7, 0045, 00FA: -25, 69 and 250 of 256 g.
  const structures = acceleration('4a', 'ffe7', '0045', '00fa')
  const activity = Math.abs(Math.hypot(-25 / 256, 69 / 256, 250 / 256) - 1)

  test.each([
    ['the AD structures', structures],
    ['a packet whose length is that of the structures', `001a55daba50e1fe${structures}`],
    ['a packet whose length is right', `002055daba50e1fe${structures}`],
    ['a random address', `402055daba50e1fe${structures}`],
    ["a packet that can't be connected to", `022055daba50e1fe${structures}`],
    ['capitals', structures.toUpperCase()],
    ['zeros to fill 31 bytes', `${structures}0000000000`],
  ])('reads %s', (_, hex) => {
    expect(readAdvertisement(hex)).toEqual({ ...silent, battery: 74, activity, moving: false })
  })

  test('reads a walking animal as moving', () => {
    expect(readAdvertisement(acceleration('64', '0080', '0040', '0110'))).toMatchObject({ battery: 100, moving: true })
  })

  test('caps the activity of a fall at 1', () => {
    expect(readAdvertisement(acceleration('64', '7f00', '8000', '7fff'))).toMatchObject({ activity: 1, moving: true })
  })

  test('marks a battery of 255 % as faulty', () => {
    expect(readAdvertisement(acceleration('ff', '0000', '0000', '0100'))).toMatchObject({
      battery: Number.NaN,
      activity: 0,
      isFaulty: true,
    })
  })
})

test.each<[string, string, object]>([
  ['temperature and humidity, below zero', '1016e1ffa10155ff800b0055daba50e1fe', { battery: 85, temperatureC: -0.5 }],
  ['temperature', '0e16e1ffa113551a8055daba50e1fe', { battery: 85, temperatureC: 26.5 }],
  ['a strap that is open', '0d16e1ffa120550155daba50e1fe', { battery: 85, tamper: true }],
  ['a strap that is closed', '0d16e1ffa120550055daba50e1fe', { battery: 85, tamper: false }],
  ['light, which is no strap', '0d16e1ffa102550155daba50e1fe', { battery: 85, tamper: null }],
  ['the battery service', '04160f182a', {}],
  ['a battery level', '0416192a2a', { battery: 42 }],
  ['Eddystone telemetry', '1116aafe20000bb815400000000100000001', { temperatureC: 21.25 }],
  ['Eddystone telemetry without thermometer', '1116aafe20000bb880000000000100000001', {}],
  ['an iBeacon', '1aff4c000215fda50693a4e24fb1afcfc6eb0764782500000000c5', {}],
  ['an unknown maker', '05ffffff0102', {}],
])('reads %s', (_, structure, said) => {
  expect(readAdvertisement(`${flags}${structure}`)).toEqual({ ...silent, ...said })
})

test.each<[string, string]>([
  ['nothing', ''],
  ['half a byte', '020106a'],
  ['no hexadecimal', '02010g'],
  ['spaces', '02 01 06'],
  ['a structure that is cut off', '0201061216e1ffa103'],
  ['zeros', '0000000000000000'],
  ['zeros and then something', '02010600000005'],
  ['4,000 bytes', '020106'.repeat(1334)],
])('returns null for %s', (_, hex) => {
  expect(readAdvertisement(hex)).toBeNull()
})

test('returns values within bounds for any input and never throws', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data).toString('hex'))
  const structure = fc
    .tuple(
      fc.constantFrom(
        '16e1ffa1',
        '16e1ff',
        '16aafe',
        '16192a',
        'ff3906',
        'ff3906ca',
        'ff9904',
        'ff4c00',
        'ff5907',
        'ffda03',
        '09',
        '21',
        '',
      ),
      fc.uint8Array({ maxLength: 26 }),
    )
    .map(([start, data]) => {
      const content = start + Buffer.from(data).toString('hex')
      return (content.length / 2).toString(16).padStart(2, '0') + content
    })
  const structures = fc.array(structure, { maxLength: 3 }).map((parts) => parts.join(''))
  const within = (value: number, low: number, high: number) => Number.isNaN(value) || (value >= low && value <= high)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        bytes,
        structures,
        structures.map((hex) => `0026aabbccddeeff${hex}`),
      ),
      (hex) => {
        const said = readAdvertisement(hex)
        if (said === null) return
        expect(within(said.battery, 0, 100) && within(said.temperatureC, -60, 90) && within(said.activity, 0, 1)).toBe(
          true,
        )
        for (const flag of [said.moving, said.tamper]) expect([true, false, null]).toContain(flag)
      },
    ),
    { numRuns: 1000 },
  )
})
