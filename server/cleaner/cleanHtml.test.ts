import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptTexts } from '#contract/content/testRichTexts.ts'
import { cleanHtml } from './cleanHtml.ts'
import { attacks } from './testAttacks.ts'

const id = '0a1b2c3d-1111-4222-8333-444455556666'

const elements = new Set(
  'p br hr div h2 h3 h4 strong em u s sub sup mark small code pre kbd q cite abbr time bdi bdo ruby rt rp span blockquote ul ol li dl dt dd a img video figure figcaption table caption thead tbody tfoot tr th td details summary'.split(' '),
)
/** What the value of each attribute may be. */
const values: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/, src: /^(?:https:\/\/|\/media\/[0-9a-f-]{36}$)/, poster: /^\/media\/[0-9a-f-]{36}$/,
  class: /^align-(?:left|center|right|justify)$/, target: /^_blank$/, rel: /^noopener noreferrer nofollow$/, preload: /^none$/, controls: /^$/, reversed: /^$/, dir: /^(?:ltr|rtl|auto)$/,
  lang: /^[a-z\d-]+$/i, scope: /^(?:row|col)(?:group)?$/, width: /^\d+$/, height: /^\d+$/, colspan: /^\d+$/, rowspan: /^\d+$/, alt: /^/, title: /^/, start: /^/, datetime: /^/,
}
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decode = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity)

/** What of a text is neither plain text nor an element of the list as it is written by whoever takes no chances: no reader of HTML can take it otherwise. */
function dangersIn(html: string): string[] {
  return [...html.matchAll(/<[^>]*>?/g)].flatMap(([tag]) => {
    const [, name = '', attributes = ''] = /^<\/?([a-z][a-z\d]*)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>$/.exec(tag) ?? []
    const isPicture = name === 'img'
    const wrong = [...attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].filter(([, attribute = '', value = '']) => {
      const plain = decode(value)
      return values[attribute]?.test(plain) !== true || (isPicture && attribute === 'src' && !plain.startsWith('/media/'))
    })
    return elements.has(name) && wrong.length === 0 ? [] : [tag]
  })
}

describe('nothing of an attack is left', () => {
  test.each(attacks.map((attack) => [attack] as const))('%s', (attack) => {
    for (const html of [attack, `<p>before</p>${attack}<p>after`, `<table><tr><td>${attack}</table>`, `<ul><li>${attack}</ul>`, `<a href="/x">${attack}</a>`]) {
      const clean = cleanHtml(html)
      expect(dangersIn(clean)).toEqual([])
      expect(clean).not.toMatch(/<!--|<\?|<!\[/)
      expect(cleanHtml(clean)).toBe(clean)
    }
  })

  test('of anything that is put together from pieces of attacks', () => {
    const pieces = [...attacks.flatMap((attack) => attack.split(/(?<=[>"'= ])/)), '<p>', '</p>', '<table>', '<a href="', '">', "'", '<', '>', '&#', '\u0000', 'javascript:', '<!--', '-->', '<![CDATA[', ']]>', '`']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
        const clean = cleanHtml(parts.join(''))
        expect(dangersIn(clean)).toEqual([])
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 2000 },
    )
  })

  test('the check itself finds what is dangerous', () => {
    for (const html of ['<script>1</script>', '<p onclick="x">', '<a href="javascript:x">', '<a href="//evil.example">', '<img src="https://evil.example/x.png">', '<p style="x">', '<iframe src="/">', '<p class="ant-modal">', '<p id="root">']) {
      expect(dangersIn(html)).not.toEqual([])
    }
  })
})

describe('nothing that a person wrote is lost', () => {
  test.each(keptTexts.map(([name, html, edited = html]) => [name, html, edited] as const))('%s', (_name, html, edited) => {
    expect(cleanHtml(html)).toBe(html)
    expect(cleanHtml(edited)).toBe(edited)
  })

  test.each([
    ['bold and italics by their old names', '<p><b>a</b><i>b</i><strike>c</strike></p>', '<p><strong>a</strong><em>b</em><s>c</s></p>'],
    ['a heading that the page has already', '<h1>a</h1>', '<h2>a</h2>'],
    ['what a word processor sends', '<p class="MsoNormal" style="margin:0"><o:p></o:p><span style="color:red">Spring</span> <font face="x">prices</font></p>', '<p>Spring prices</p>'],
    ['the words of a link that leads nowhere', '<p><a href="javascript:x">here</a></p>', '<p>here</p>'],
    ['a picture with its size asked for', `<img src="/media/${id.toUpperCase()}?w=640">`, `<img src="/media/${id}" alt="" />`],
    ['a picture of elsewhere', '<p>a<img src="https://example.com/x.png">b</p>', '<p>ab</p>'],
    ['the page of a video site', '<p>a</p><video src="https://www.youtube.com/watch?v=1&amp;t=2"></video>', '<p>a</p><a href="https://www.youtube.com/watch?v=1&amp;t=2" target="_blank" rel="noopener noreferrer nofollow">https://www.youtube.com/watch?v=1&amp;t=2</a>'],
    ['the widths of columns, which the page decides', '<table><colgroup><col width="9"></colgroup><tbody><tr><td>a</td></tr></tbody></table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
    ['one alignment of two', '<p class="align-right align-left">a</p>', '<p class="align-left">a</p>'],
    ['a part without a language', '<p><span dir="sideways">a</span></p>', '<p>a</p>'],
    ['an end that is missing', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
  ])('%s', (_name, html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })

  test('text stays text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        // What HTML itself has no room for.
        const sound = text.replaceAll('\0', '').replaceAll('\r', '').toWellFormed()
        const written = sound.replaceAll(/[&<>]/g, (character) => Object.keys(characters).find((entity) => characters[entity] === character) ?? character)
        expect(decode(cleanHtml(`<p>${written}</p>`))).toBe(decode(`<p>${written}</p>`))
      }),
    )
  })
})

test('a text of the greatest length, and one that is nested without end, take no longer than a moment', () => {
  // What the processor did for it, however busy the machine is.
  const begun = process.cpuUsage()
  for (const html of ['<p>草原</p>'.repeat(10_000), '<div>'.repeat(20_000), '<a href="'.repeat(20_000), '<a href="/x">'.repeat(15_000), '&'.repeat(200_000), '<b>a'.repeat(20_000)]) cleanHtml(html)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
})
