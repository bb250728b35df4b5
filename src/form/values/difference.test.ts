// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedNames, differences, isSame, merge, type Choice } from './difference.ts'

test.each([
  ['the same', 'a', 'a', true],
  ['no text and null', '', null, true],
  ['nothing and undefined', null, undefined, true],
  ['another text', 'a', 'b', false],
  ['nought and nothing', 0, null, false],
  ['no and nothing', false, null, false],
  ['lists in order', [1, 2], [1, 2], true],
  ['lists out of order', [1, 2], [2, 1], false],
  ['a longer list', [1], [1, 2], false],
  ['an empty list and nothing', [], null, false],
  ['inside of an object', { scheme: 'CN', value: '1' }, { scheme: 'CN', value: '2' }, false],
  ['an object with a nothing more', { a: 1, b: undefined }, { a: 1 }, true],
  ['a list and an object', [], {}, false],
])('%s', (_name, one, other, same) => {
  expect(isSame(one, other)).toBe(same)
  expect(isSame(other, one)).toBe(same)
})

const loaded = { name: '甲', contact: '王', address: 'a' }

test.each([
  ['nobody changed anything', {}, {}, []],
  ['both did the same', { name: '乙' }, { name: '乙' }, []],
  ['only I', { name: '乙' }, {}, [['name', 'mine']]],
  ['only they', {}, { contact: '李' }, [['contact', 'theirs']]],
  [
    'each another field',
    { name: '乙' },
    { contact: '李' },
    [
      ['name', 'mine'],
      ['contact', 'theirs'],
    ],
  ],
  ['the same field', { name: '乙' }, { name: '丙' }, [['name', null]]],
  ['they emptied what I changed', { address: 'b' }, { address: null }, [['address', null]]],
])('finds differences: %s', (_name, mine, theirs, expected) => {
  const found = differences(loaded, { ...loaded, ...mine }, { ...loaded, ...theirs })
  expect(found.map(({ name, suggested }) => [name, suggested])).toEqual(expected)
})

const names = ['name', 'contact', 'address', 'lines', 'id']
const value = fc.oneof(
  fc.constantFrom('', 'a', 'b', null, undefined, 0, 1, false),
  fc.array(fc.nat(2), { maxLength: 2 }),
)
const values = fc.dictionary(fc.constantFrom(...names), value)
const choices = fc.dictionary(fc.constantFrom(...names), fc.constantFrom<Choice>('mine', 'theirs'))

test('merges every field from either version, as chosen', () => {
  const property = fc.property(values, values, values, choices, (before, mine, theirs, chosen) => {
    const merged = merge(before, mine, theirs, chosen)
    return names.every((name) => {
      const candidates =
        chosen[name] === undefined ? [mine[name], theirs[name]] : [chosen[name] === 'mine' ? mine[name] : theirs[name]]
      return candidates.some((one) => isSame(one, merged[name]))
    })
  })
  expect(fc.check(property)).toMatchObject({ failed: false })
})

test('keeps changes that only one version made', () => {
  const property = fc.property(values, values, values, (before, mine, theirs) => {
    const merged = merge(before, mine, theirs, {})
    const [byMe, byThem] = [changedNames(before, mine), changedNames(before, theirs)]
    const isKept = (name: string) =>
      (byThem.includes(name) || isSame(merged[name], mine[name])) &&
      (byMe.includes(name) || isSame(merged[name], theirs[name]))
    return names.every(isKept)
  })
  expect(fc.check(property)).toMatchObject({ failed: false })
})
