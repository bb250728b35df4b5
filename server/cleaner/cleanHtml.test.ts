import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedTexts } from '#contract/content/testRichTexts.ts'
import { runs } from '../testing/testRuns.ts'
import { cleanHtml } from './cleanHtml.ts'
import { attackKinds, attacks } from './testAttacks.ts'
import { dangersIn } from './testDangers.ts'

const id = '0a1b2c3d-1111-4222-8333-444455556666'

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decode = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity)

/** Places in a text around an attack. A quick run tries the first two. */
const wrappings = [
  (attack: string) => attack,
  (attack: string) => `<table><tr><td>${attack}</table>`,
  (attack: string) => `<p>before</p>${attack}<p>after`,
  (attack: string) => `<ul><li>${attack}</ul>`,
  (attack: string) => `<a href="/x">${attack}</a>`,
].slice(0, runs(2, 5))

describe('attack', () => {
  test.each(Object.entries(attackKinds))('leaves nothing dangerous: %s', (_kind, attacksOfKind) => {
    const left = attacksOfKind.flatMap((attack) =>
      wrappings.flatMap((wrap) => {
        const clean = cleanHtml(wrap(attack))
        const isSafe = dangersIn(clean).length === 0 && !/<!--|<\?|<!\[/.test(clean) && cleanHtml(clean) === clean
        return isSafe ? [] : [{ html: wrap(attack), clean }]
      }),
    )
    expect(left).toEqual([])
  })

  test('leaves nothing dangerous of texts made from pieces of attacks', () => {
    const pieces = [
      ...attacks.flatMap((attack) => attack.split(/(?<=[>"'= ])/)),
      '<p>',
      '</p>',
      '<table>',
      '<a href="',
      '">',
      "'",
      '<',
      '>',
      '&#',
      '\u0000',
      'javascript:',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '`',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
        const clean = cleanHtml(parts.join(''))
        expect(dangersIn(clean)).toEqual([])
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: runs(200, 2000) },
    )
  })

  test('is recognised as dangerous before cleaning', () => {
    for (const html of [
      '<script>1</script>',
      '<p onclick="x">',
      '<a href="javascript:x">',
      '<a href="//evil.example">',
      '<img src="https://evil.example/x.png">',
      '<p style="x">',
      '<iframe src="/">',
      '<p class="ant-modal">',
      '<p id="root">',
      '<!--x-->',
      '<svg><p>x</p></svg>',
    ]) {
      expect([html, dangersIn(html)]).not.toEqual([html, []])
    }
    // All attacks except those that today's browsers show as words or repair.
    expect(attacks.filter((attack) => dangersIn(attack).length === 0)).toEqual([
      '＜script＞alert(1)＜/script＞',
      '<a href="/\t/evil.example">x</a>',
      '<a href="/" href="javascript:alert(1)">x</a>',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
      '%3Cscript%3Ealert(1)%3C/script%3E',
      '<td colspan="1 onclick=alert(1)">x</td>',
      '¼script¾alert(¢XSS¢)¼/script¾',
      '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    ])
  })

  test('exists in each kind', () => {
    expect(Object.fromEntries(Object.entries(attackKinds).map(([kind, { length }]) => [kind, length]))).toEqual({
      'scripts in any writing': 15,
      'handlers of events': 33,
      'addresses that run or load': 68,
      'styles and what is said of the page': 17,
      'other languages in HTML, and text that is read twice': 49,
      'OWASP: locator and polyglots': 4,
      'OWASP: images with a directive': 8,
      'OWASP: malformed elements': 11,
      'OWASP: quotes around what hides': 7,
      'OWASP: old elements and attributes': 17,
      'OWASP: style sheets': 9,
      'OWASP: addresses in other writing': 5,
      'OWASP: ways around a filter of words': 15,
      'html5sec: HTML5 features': 15,
      'html5sec: HTML 4 and older': 13,
      'html5sec: style sheets': 10,
      'html5sec: document object model': 9,
      'html5sec: SVG': 11,
      'html5sec: XML and XHTML': 7,
      'html5sec: character sets': 6,
      'html5sec: scripts of old browsers': 5,
      'html5sec: what holds a browser up': 4,
    })
    expect(new Set(attacks).size).toBeGreaterThan(330)
  })
})

/** Any characters. The `binary` unit of `fc.string` takes seconds to list them all. */
const anyText = fc.array(fc.nat(0x10_ffff), { maxLength: 60 }).map((points) => String.fromCodePoint(...points))

describe('text of a writer', () => {
  test.each(allowedTexts.map(([name, html, edited = html]) => [name, html, edited] as const))(
    'stays as it is: %s',
    (_name, html, edited) => {
      expect(cleanHtml(html)).toBe(html)
      expect(cleanHtml(edited)).toBe(edited)
    },
  )

  test.each([
    [
      'bold and italics by their old names',
      '<p><b>a</b><i>b</i><strike>c</strike></p>',
      '<p><strong>a</strong><em>b</em><s>c</s></p>',
    ],
    ['a heading that the page has already', '<h1>a</h1>', '<h2>a</h2>'],
    [
      'what a word processor sends',
      '<p class="MsoNormal" style="margin:0"><o:p></o:p><span style="color:red">Spring</span> <font face="x">prices</font></p>',
      '<p>Spring prices</p>',
    ],
    ['the words of a link that leads nowhere', '<p><a href="javascript:x">here</a></p>', '<p>here</p>'],
    [
      'a picture with its size asked for',
      `<img src="/media/${id.toUpperCase()}?w=640">`,
      `<img src="/media/${id}" alt="" />`,
    ],
    ['a picture of elsewhere', '<p>a<img src="https://example.com/x.png">b</p>', '<p>ab</p>'],
    [
      'the page of a video site',
      '<p>a</p><video src="https://www.youtube.com/watch?v=1&amp;t=2"></video>',
      '<p>a</p><a href="https://www.youtube.com/watch?v=1&amp;t=2" target="_blank" rel="noopener noreferrer nofollow">https://www.youtube.com/watch?v=1&amp;t=2</a>',
    ],
    [
      'the widths of columns, which the page decides',
      '<table><colgroup><col width="9"></colgroup><tbody><tr><td>a</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    ['an address without slashes', '<p><a href="https:evil.example">a</a></p>', '<p>a</p>'],
    [
      'an entry in an entry',
      '<div><ul><li><div><li>a</li></div></li></ul></div>',
      '<div><ul><li><div>a</div></li></ul></div>',
    ],
    [
      'a table in a table, without a cell',
      '<div><table><p><table><tr><td>a</td></tr></table></p></table></div>',
      '<div><table><tr><td>a</td></tr></table></div>',
    ],
    [
      'an entry of terms in another',
      '<dl><div><dt>a</dt><dd>b<div><dd>c</dd></div></dd></div></dl>',
      '<dl><div><dt>a</dt><dd>b<div>c</div></dd></div></dl>',
    ],
    ['cells without a table', '<div><td>a</td><dd>b</dd></div>', '<div>ab</div>'],
    ['one alignment of two', '<p class="align-right align-left">a</p>', '<p class="align-left">a</p>'],
    ['a part without a language', '<p><span dir="sideways">a</span></p>', '<p>a</p>'],
    ['an end that is missing', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
  ])('keeps its words: %s', (_name, html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })

  test('stays text with any characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // HTML cannot contain these characters.
        const sound = text.replaceAll('\0', '').replaceAll('\r', '').toWellFormed()
        const written = sound.replaceAll(
          /[&<>]/g,
          (character) => Object.keys(characters).find((entity) => characters[entity] === character) ?? character,
        )
        expect(decode(cleanHtml(`<p>${written}</p>`))).toBe(decode(`<p>${written}</p>`))
      }),
      { numRuns: runs(50, 1000) },
    )
  })
})

test('cleans the longest and deepest texts in five seconds of processor time', () => {
  const begun = process.cpuUsage()
  for (const html of [
    '<p>草原</p>'.repeat(10_000),
    '<div>'.repeat(20_000),
    '<a href="'.repeat(20_000),
    '<a href="/x">'.repeat(15_000),
    '&'.repeat(200_000),
    '<b>a'.repeat(20_000),
  ])
    cleanHtml(html)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
})
