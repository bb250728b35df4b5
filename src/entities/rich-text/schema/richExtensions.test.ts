import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { allowedTexts } from '#contract/content/testRichTexts.ts'
import { call } from '../../../api/call.ts'
import { uploadImage } from '../../../api/files/files.ts'
import { openTestConsole } from '../../../testConsole.tsx'
import { testPicture } from '../../../testPicture.ts'
import { htmlOf } from './htmlOf.ts'
import { richExtensions } from './richExtensions.ts'

const upload = () => uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })

let editor: Editor
afterEach(() => editor.destroy())

/** Returns a text as the editor writes it after reading it. */
function edit(html: string): string {
  editor = new Editor({ element: null, extensions: richExtensions, content: html })
  editor.state.doc.check()
  return htmlOf(editor)
}
/** Returns a text as the server stores it. */
const store = async (body: string) =>
  (await call(endpoints.articles.addOrEdit, { type: 'NEWS', texts: { 'zh-CN': { title: '文', summary: '', body } } }))
    .texts['zh-CN']?.body

const texts = allowedTexts.map(([name, html, edited = html]) => [name, html, edited] as const)

/** Returns a text with sorted attributes, without the slashes of empty elements, and with folded details, as the server stores them. */
function normalize(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const details of body.querySelectorAll('details')) details.removeAttribute('open')
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      element.removeAttribute(name)
      element.setAttribute(name, value)
    }
  }
  return body.innerHTML
}

test.each(texts)('keeps %s in the editor', (_name, html, edited) => {
  expect(normalize(edit(html))).toBe(normalize(edited))
  expect(normalize(edit(edited))).toBe(normalize(edited))
})

// The server's own tests store the same texts (server/cleaner/cleanHtml.test.ts).
describe('the server', { tags: 'long' }, () => {
  openTestConsole('platform')

  test.each(texts)('keeps %s', async (_name, html, edited) => {
    const id = html.includes('/media/') ? (await upload()).id : ''
    const own = (text: string) => text.replaceAll(/(?<=\/media\/)[\da-f-]{36}/g, id)
    expect(await store(own(html))).toBe(own(html))
    expect(await store(edit(own(html)))).toBe(own(edited))
    expect(await store(edit(own(edited)))).toBe(own(edited))
  })
})
