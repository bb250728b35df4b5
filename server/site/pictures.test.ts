import { expect, test } from 'vitest'
import { picture, picturesIn, withPictures } from './pictures.ts'

const id = '0b7c7f0e-6f0a-4f6e-9d39-5f1d7b2b9a10'

test('offers a picture in widths up to its own', () => {
  const { text } = picture(id, { alt: 'A "calf"', sizes: '100vw', size: { width: 800, height: 600 } })
  expect([...text.matchAll(/ (\d+)w/g)].map(([, width]) => width)).toEqual(['320', '640', '960'])
  expect(text).toContain('alt="A &quot;calf&quot;" width="800" height="600" loading="lazy"')
})

test('adds sizes and widths to pictures of a rich text', () => {
  const body = `<p>a</p><figure><img src="/media/${id}" alt="a &amp; $&amp; b" /><figcaption>c</figcaption></figure><img src="https://x.example/y.png">`
  const { text } = withPictures(body, new Map([[id, { width: 2000, height: 1000 }]]))
  expect(picturesIn(body)).toEqual([id])
  expect(text).toContain(`alt="a &amp; $&amp; b" width="2000" height="1000"`)
  expect(text).toContain(`/media/${id}?w=1920 1920w`)
  expect(text).toContain('<img src="https://x.example/y.png">')
  expect(text).toContain('<figcaption>c</figcaption>')
})

test('makes wide tables and code scrollable and focusable', () => {
  expect(withPictures('<pre><code>a</code></pre>', new Map()).text).toBe('<pre tabindex="0"><code>a</code></pre>')
  expect(withPictures('<table><tbody><tr><td>1</td></tr></tbody></table>', new Map()).text).toBe(
    '<div class="table" tabindex="0"><table><tbody><tr><td>1</td></tr></tbody></table></div>',
  )
})
