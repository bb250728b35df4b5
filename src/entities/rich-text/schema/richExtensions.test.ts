import { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { keptTexts } from '#contract/content/testRichTexts.ts'
import { call } from '../../../api/call.ts'
import { uploadImage } from '../../../api/files/files.ts'
import { openTestConsole } from '../../../testConsole.tsx'
import { testPicture } from '../../../testPicture.ts'
import { htmlOf } from './htmlOf.ts'
import { richExtensions } from './richExtensions.ts'

await openTestConsole('platform')
const upload = () => uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })

let editor: Editor
afterEach(() => editor.destroy())

/** A text as it is once it was opened in the editor. */
function opened(html: string): string {
  editor = new Editor({ element: null, extensions: richExtensions, content: html })
  editor.state.doc.check()
  return htmlOf(editor)
}
/** A text as the server stores it. */
const stored = async (body: string) => (await call(endpoints.articles.addOrEdit, { type: 'NEWS', texts: { 'zh-CN': { title: '文', summary: '', body } } })).texts['zh-CN']?.body

test.each(keptTexts.map(([name, html, edited = html]) => [name, html, edited] as const))('%s is kept by the editor and the server', async (_name, html, edited) => {
  const id = html.includes('/media/') ? (await upload()).id : ''
  const own = (text: string) => text.replaceAll(/(?<=\/media\/)[\da-f-]{36}/g, id)
  expect(await stored(own(html))).toBe(own(html))
  expect(await stored(opened(own(html)))).toBe(own(edited))
  expect(await stored(opened(own(edited)))).toBe(own(edited))
})
