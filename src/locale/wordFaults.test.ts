// @vitest-environment node
import { expect, test } from 'vitest'
import { wordFaults } from './wordFaults.ts'

const sound = {
  files: {
    'zh.json': { 'a.one': '{count} 头', 'kind.COW': '牛', 'b.link': '见<b>这里</b>' },
    'en.json': {
      'a.one': '{count, plural, one {# head} other {# heads}}',
      'kind.COW': 'Cow',
      'b.link': 'See <b>here</b>',
    },
  },
  code: "say('a.one'); say(`kind.${kind}`); say(cond ? 'b.link' : \"b.link\")",
  families: { 'kind.': ['COW', 'GOAT'] },
}

test('finds nothing wrong with sound files', () => {
  expect(wordFaults(sound)).toEqual([])
})

test.each([
  ['lacks an id', { 'a.one': '{count}', 'kind.COW': 'x' }, ['en.json lacks b.link']],
  ['has one more', { ...sound.files['en.json'], 'a.two': 'x' }, ['en.json has a.two, which zh.json lacks']],
  [
    'takes other values',
    { ...sound.files['en.json'], 'a.one': '{number} heads' },
    ['en.json: a.one takes {number}, in zh.json {count}'],
  ],
  [
    'takes a value inside a plural',
    { ...sound.files['en.json'], 'a.one': '{count, plural, other {# of {all}}}' },
    ['en.json: a.one takes {all, count}, in zh.json {count}'],
  ],
  [
    'forgets a tag',
    { ...sound.files['en.json'], 'b.link': 'See here' },
    ['en.json: b.link takes {}, in zh.json {<b>}'],
  ],
  [
    'does not parse',
    { ...sound.files['en.json'], 'a.one': '{count, plural, one {# head}}' },
    ['en.json: a.one is no message: {count, plural, one {# head}}'],
  ],
  ['is left open', { ...sound.files['en.json'], 'a.one': '{count' }, ['en.json: a.one is no message: {count']],
  ['is empty', { ...sound.files['en.json'], 'kind.COW': ' ' }, ['en.json: kind.COW is empty']],
])('reports a file that %s', (_what, en, faults) => {
  expect(wordFaults({ ...sound, files: { ...sound.files, 'en.json': en } })).toEqual(faults)
})

test('reports unused ids, unused families and undeclared families', () => {
  expect(wordFaults({ ...sound, code: "'a.one', `kind.${kind}`" })).toEqual(['zh.json: b.link is used nowhere'])
  expect(wordFaults({ ...sound, families: { 'kind.': ['GOAT'] } })).toEqual(['zh.json: kind.COW is used nowhere'])
  expect(wordFaults({ ...sound, families: {} })).toEqual([
    'zh.json: kind.COW is used by no literal, and `kind.` is no family: declare it in src/locale/families.ts',
  ])
  expect(wordFaults({ ...sound, families: { ...sound.families, 'sex.': ['MALE'] } })).toEqual([
    'the family sex. of src/locale/families.ts is used nowhere',
  ])
})
