import { describe, expect, test } from 'vitest'
import { electronicTagSchema, oddityOf, type ElectronicTag, visualTagSchema } from './earTags.ts'

const codesOf = (tag: object) =>
  electronicTagSchema.safeParse(tag).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

const good: [what: string, scheme: ElectronicTag['scheme'], value: string][] = [
  ['a Chinese pig', 'CN', '115250212345678'],
  ['Chinese cattle', 'CN', '215250212345678'],
  ['a Chinese sheep or goat', 'CN', '315250212345678'],
  ['a Chinese sow', 'CN', '715250212345678'],
  ['a Chinese tag of a county that nobody knows', 'CN', '299999912345678'],
  ['China by ISO 11784', 'ISO_11784', '156000000000001'],
  ['Brazil by ISO 11784', 'ISO_11784', '076000000000001'],
  ['a maker by ISO 11784', 'ISO_11784', '982123456789012'],
  ['the highest national id', 'ISO_11784', '156274877906943'],
]
const bad: [what: string, scheme: string, value: string, fault: string][] = [
  ['a species that is none', 'CN', '415250212345678', 'value tag_species'],
  ['a species of zero', 'CN', '015250212345678', 'value tag_species'],
  ['a digit too few', 'CN', '21525021234567', 'value tag_digits'],
  ['a digit too many', 'ISO_11784', '1560000000000012', 'value tag_digits'],
  ['a letter', 'ISO_11784', '15600000000000A', 'value tag_digits'],
  ['digits of another script', 'CN', '２15250212345678', 'value tag_digits'],
  ['a national id of 39 bits', 'ISO_11784', '156274877906944', 'value tag_national_id'],
  ['an ISO tag said to be Chinese', 'CN', '982123456789012', 'value tag_species'],
  ['a Chinese tag said to be of ISO 11784', 'ISO_11784', '215500212345678', 'value tag_national_id'],
]

describe('electronic tags', () => {
  test.each(good)('%s', (_what, scheme, value) => expect(codesOf({ scheme, value })).toEqual([]))
  test.each(bad)('%s', (_what, scheme, value, fault) => expect(codesOf({ scheme, value })).toEqual([fault]))

  test('requires a stated scheme and never guesses it', () => {
    expect(codesOf({ value: '215250212345678' })).toHaveLength(1)
    expect(codesOf({ scheme: 'ISO_11785', value: '215250212345678' })).toHaveLength(1)
  })

  test.each([
    ['CN', '215250212345678', 'CATTLE', null],
    ['CN', '299999912345678', 'CATTLE', 'COUNTY'],
    ['CN', '315250212345678', 'CATTLE', 'SPECIES'],
    ['CN', '315250212345678', 'GOAT', null],
    ['CN', '715250212345678', 'PIG', null],
    ['ISO_11784', '982123456789012', 'CATTLE', null],
  ] as const)('judges %s %s on %s as odd: %s', (scheme, value, category, oddity) =>
    expect(oddityOf({ scheme, value }, category)).toBe(oddity),
  )
})

test('trims a visual tag', () => {
  expect(visualTagSchema.parse(' 0047 ')).toBe('0047')
  expect(visualTagSchema.safeParse('  ').success).toBe(false)
})
