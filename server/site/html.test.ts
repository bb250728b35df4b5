import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/testRuns.ts'
import { cleaned, escapeText, html, plainText, safeAddress } from './html.ts'

test('escapes values that are not HTML themselves', () => {
  const name = `<img src=x onerror="alert('1')">`
  expect(html`<p title="${name}">${name} ${html`<b>${'&'}</b>`} ${cleaned('<i>a</i>')}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; <b>&amp;</b> <i>a</i></p>',
  )
})

test('joins lists, leaves out empty values and keeps zero', () => {
  expect(
    html`<ul>${['a', 'b'].map((word) => html`<li>${word}</li>`)}${null}${undefined}${false}${[]}${0}</ul>`.text,
  ).toBe('<ul><li>a</li><li>b</li>0</ul>')
})

test('escapes all characters that end an attribute or open a tag', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10_ffff)), (points) => {
      expect(escapeText(String.fromCodePoint(...points))).not.toMatch(/[<>"']/)
    }),
    { numRuns: runs(50, 1000) },
  )
})

test('refuses forged HTML from JSON', () => {
  const forged: unknown = JSON.parse('{"text":"<script>"}')
  expect(() => html`${forged as string}`.text).toThrow('is not a function')
})

test.each([
  ['/newsTopMenu/NEWS?lang=pt-BR', true],
  ['https://example.com/a?b=c', true],
  ['tel:+86 10', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['http://example.com', false],
])('allows the link %j: %s', (address, isKept) => {
  expect(safeAddress(address)).toBe(isKept ? address : '#')
})

test('cuts a plain summary between characters', () => {
  expect(plainText('<p>A &amp; B</p><p>c</p>', 100)).toBe('A & B c')
  expect(plainText('<p>🐄🐄🐄🐄</p>', 3)).toBe('🐄🐄…')
})
