// @vitest-environment node
import { expect, test } from 'vitest'
import { dark, light, night, primaries, primaryNames, wall, weakDark, weakLight } from './colours.ts'

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG's contrast of two colours: 4.5 is enough to read by. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

test('calculates the contrast of two colours', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 1)
  expect(contrast('#ffffff', '#1890ff')).toBeCloseTo(3.2, 1)
})

test.each(primaryNames)('keeps %s readable below text and on every ground', (name) => {
  const { fill, fillOver, tint, glow, glowOver, glowTint } = primaries[name]
  const pairs = [
    [light.onPrimary, fill],
    [light.onPrimary, fillOver],
    [fill, light.panel],
    [fill, light.ground],
    [fill, tint],
    [dark.onPrimary, glow],
    [dark.onPrimary, glowOver],
    [glow, dark.panel],
    [glow, dark.elevated],
    [glow, glowTint],
    [glow, night.panel],
    [light.words, tint],
    [dark.words, glowTint],
  ] as const
  expect(pairs.filter(([words, ground]) => contrast(words, ground) < 4.5)).toEqual([])
})

test.each([
  ['light', { ...light }],
  ['dark', { ...dark }],
  ['light for weak eyes', { ...light, ...weakLight }],
  ['dark for weak eyes', { ...dark, ...weakDark }],
])('%s: keeps texts and signs readable on their grounds', (_name, colours) => {
  const grounds = [colours.ground, colours.panel, colours.raised]
  const words = [
    colours.words,
    colours.wordsQuiet,
    colours.wordsFaint,
    colours.critical,
    colours.major,
    colours.minor,
    colours.unverified,
    colours.live,
  ]
  const onOwn = [
    [colours.critical, colours.criticalGround],
    [colours.major, colours.majorGround],
    [colours.minor, colours.minorGround],
    [colours.unverified, colours.unverifiedGround],
    [colours.live, colours.liveGround],
    [colours.wordsQuiet, colours.neutralGround],
  ] as const
  const pairs = [...words.flatMap((one) => grounds.map((ground) => [one, ground] as const)), ...onOwn]
  expect(pairs.filter(([one, ground]) => contrast(one, ground) < 4.5)).toEqual([])
})

test('keeps the wall readable from ten metres', () => {
  const words = [
    wall.words,
    wall.wordsBright,
    wall.wordsQuiet,
    wall.wordsFaint,
    wall.critical,
    wall.major,
    wall.minor,
    wall.unverified,
    wall.unverifiedWords,
    wall.live,
  ]
  const pairs = words.flatMap((one) => [wall.ground, wall.panel, wall.raised].map((ground) => [one, ground] as const))
  const onOwn = [
    [wall.criticalWords, wall.criticalGround],
    [wall.stale, wall.staleGround],
    [wall.onCritical, wall.critical],
    [wall.onMajor, wall.major],
  ] as const
  expect([...pairs, ...onOwn].filter(([one, ground]) => contrast(one, ground) < 4.5)).toEqual([])
})
