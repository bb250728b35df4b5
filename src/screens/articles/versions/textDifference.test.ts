import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedTexts } from '#contract/content/testRichTexts.ts'
import { linesOf, plainLine, type RichLine } from './richLines.ts'
import { differenceOf, type Line } from './textDifference.ts'

const wordsOf = ({ words }: Pick<RichLine, 'words'>) => words.map(({ text }) => text).join('')
const textOf = (lines: readonly Line[], without: 'gone' | 'new') =>
  lines
    .filter(({ is }) => is !== without)
    .map(({ parts }) =>
      parts
        .filter(({ is }) => is !== without)
        .map(({ text }) => text)
        .join(''),
    )
/** Returns the differences of two texts without unchanged parts. */
const changesOf = (before: string, after: string) =>
  differenceOf(linesOf(before), linesOf(after))
    .filter(({ is }) => is !== 'same')
    .map(({ kinds, parts }) => ({ kinds, parts: parts.filter(({ is }) => is !== 'same') }))

test('yields the old text without insertions, the new without deletions', () => {
  const lines = fc.array(fc.stringMatching(/^[a-c 草原]{1,8}$/), { maxLength: 8 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const difference = differenceOf(before.map(plainLine), after.map(plainLine))
      expect(textOf(difference, 'new')).toEqual(before)
      expect(textOf(difference, 'gone')).toEqual(after)
    }),
  )
})

test('compares a changed line word by word', () => {
  const [same, changed, ...others] = differenceOf(
    ['冬季牧场', 'The herd has 40 heads'].map(plainLine),
    ['冬季牧场', 'The herd has 38 heads'].map(plainLine),
  )
  expect(others).toEqual([])
  expect(same).toMatchObject({ is: 'same', parts: [{ is: 'same', text: '冬季牧场' }] })
  expect(changed).toMatchObject({ is: 'changed', kinds: null })
  expect(changed?.parts.map(({ is, text }) => (is === 'same' ? text : `${is} ${text}`))).toEqual([
    'The',
    ' ',
    'herd',
    ' ',
    'has',
    ' ',
    'gone 40',
    'new 38',
    ' ',
    'heads',
  ])
})

test('splits a text into blocks, cells, captions, pictures and videos', () => {
  const html =
    '零<h2>一</h2><p>二 <strong>三</strong><br>行</p><ul><li><p>四</p></li></ul><table><caption>格</caption><tbody><tr><td><p>五</p></td><td>六</td></tr></tbody></table><figure><img src="/media/x" alt="七"><figcaption>八</figcaption></figure><hr><video src="https://a.example/b.mp4"></video><details><summary>九</summary>十</details><dl><dt>甲</dt><dd>乙</dd></dl>'
  expect(linesOf(html).map(wordsOf)).toEqual([
    '零',
    '一',
    '二 三↵行',
    '四',
    '格',
    '五',
    '六',
    '▣ 七 /media/x',
    '八',
    '———',
    '▶ https://a.example/b.mp4',
    '九',
    '十',
    '甲',
    '乙',
  ])
})

describe('differences in texts of the same words', () => {
  const link = (href: string) => `<p>see <a href="${href}">here</a></p>`
  test('reports another link address', () => {
    const format = (value: string) => [{ name: 'a', value }]
    expect(changesOf(link('https://one.example/'), link('https://two.example/'))).toEqual([
      {
        kinds: null,
        parts: [
          { is: 'gone', text: 'here', formats: format('https://one.example/') },
          { is: 'new', text: 'here', formats: format('https://two.example/') },
        ],
      },
    ])
  })
  test('reports another heading level or kind of list', () => {
    expect(changesOf('<h2>a</h2>', '<h3>a</h3>')).toEqual([
      { kinds: { before: [{ name: 'h2', value: '' }], after: [{ name: 'h3', value: '' }] }, parts: [] },
    ])
    expect(changesOf('<ul><li>a</li></ul>', '<ol start="2"><li>a</li></ol>')).toEqual([
      {
        kinds: {
          before: [{ name: 'ul', value: '' }],
          after: [
            { name: 'ol', value: '' },
            { name: 'start', value: '2' },
          ],
        },
        parts: [],
      },
    ])
  })
  test.each([
    ['bold', '<p>a b</p>', '<p>a <strong>b</strong></p>'],
    ['italics', '<p>a <strong>b</strong></p>', '<p>a <em>b</em></p>'],
    ['alignment', '<p>a</p>', '<p class="align-center">a</p>'],
    ['the language', '<p lang="ar" dir="rtl">a</p>', '<p lang="fa" dir="rtl">a</p>'],
    ['a break', '<p>a b</p>', '<p>a<br>b</p>'],
    ['a line between', '<p>a</p><p>b</p>', '<p>a</p><hr><p>b</p>'],
    [
      'a link of a picture',
      '<figure><img src="/media/x" alt=""></figure>',
      '<figure><a href="/y"><img src="/media/x" alt=""></a></figure>',
    ],
    [
      'joined cells',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    ],
    ['a caption', '<p>a</p>', '<table><caption>a</caption></table>'],
  ])('reports another value of %s', (_what, before, after) => {
    expect(changesOf(before, after)).not.toEqual([])
    expect(changesOf(before, before)).toEqual([])
  })
  test('distinguishes all allowed texts', () => {
    const texts = allowedTexts.map(([, html]) => html)
    for (const before of texts)
      for (const after of texts)
        expect([before, after, changesOf(before, after).length > 0]).toEqual([before, after, before !== after])
  })
})

test('reports a text too long to compare as wholly changed', () => {
  const many = (word: string) => Array.from({ length: 2500 }, (_, at) => plainLine(`${word}${at}`))
  expect(differenceOf(many('a'), many('b'))).toHaveLength(2500)
})
