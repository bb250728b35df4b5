import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf, type Line, linesOf } from './textDifference.ts'

const textOf = (lines: readonly Line[], without: 'gone' | 'new') =>
  lines.filter(({ is }) => is !== without).map(({ parts }) => parts.filter(({ is }) => is !== without).map(({ text }) => text).join(''))

test('what is struck out and what stayed is the text before; what is underlined and what stayed is the text after', () => {
  const lines = fc.array(fc.stringMatching(/^[a-c 草原]{1,8}$/), { maxLength: 8 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const difference = differenceOf(before, after)
      expect(textOf(difference, 'new')).toEqual(before)
      expect(textOf(difference, 'gone')).toEqual(after)
    }),
  )
})

test('a changed line is told word by word, the others stay', () => {
  expect(differenceOf(['冬季牧场', 'The herd has 40 heads'], ['冬季牧场', 'The herd has 38 heads'])).toEqual([
    { is: 'same', parts: [{ is: 'same', text: '冬季牧场' }] },
    { is: 'changed', parts: [{ is: 'same', text: 'The' }, { is: 'same', text: ' ' }, { is: 'same', text: 'herd' }, { is: 'same', text: ' ' }, { is: 'same', text: 'has' }, { is: 'same', text: ' ' }, { is: 'gone', text: '40' }, { is: 'new', text: '38' }, { is: 'same', text: ' ' }, { is: 'same', text: 'heads' }] },
  ])
})

test('lines are paragraphs, headings, entries, cells, captions, pictures and videos, each once', () => {
  const html = '<h2>一</h2><p>二 <strong>三</strong></p><ul><li><p>四</p></li></ul><table><tbody><tr><td><p>五</p></td><td>六</td></tr></tbody></table><figure><img src="/media/x" alt="七"><figcaption>八</figcaption></figure><video src="https://a.example/b.mp4"></video>'
  expect(linesOf(html)).toEqual(['一', '二 三', '四', '五', '六', '▣ 七 /media/x', '八', '▶ https://a.example/b.mp4'])
})

test('what is too long to be compared is told as a whole', () => {
  const many = (word: string) => Array.from({ length: 2500 }, (_, at) => `${word}${at}`)
  expect(differenceOf(many('a'), many('b'))).toHaveLength(2500)
})
