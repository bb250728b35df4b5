import type { Editor } from '@tiptap/core'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { uploadImage } from '../../api/files/files.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('platform')

const uploaded = async () =>
  (await uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })).id
const carried = async () =>
  `data:image/png;base64,${btoa(String.fromCharCode(...new Uint8Array(await testPicture().arrayBuffer())))}`

/** Opens a text that is on the site already. */
async function openText(body = '<p></p>') {
  const { id } = await call(endpoints.articles.addOrEdit, {
    type: 'NEWS',
    texts: { 'zh-CN': { title: '正在写', summary: '', body } },
    publishAt: new Date(Date.now() - 60_000).toISOString(),
  })
  const { user } = await console_.open(`/dashboard/homepage/article/form/${id}`)
  const text = await screen.findByRole('textbox', { name: '正文' })
  await screen.findByRole('toolbar', { name: '文字格式' })
  const editor = Reflect.get(text, 'editor') as Editor
  return {
    user,
    text,
    editor,
    paste: (data: Record<string, string>, files: File[] = []) =>
      fireEvent.paste(text, {
        clipboardData: { files, types: Object.keys(data), getData: (type: string) => data[type] ?? '' },
      }),
    /** Saves the text. @returns the stored HTML, and the text as the site shows it */
    async save() {
      const { version } = await call(endpoints.articles.detail, { id })
      await user.click(screen.getByRole('button', { name: /保\s*存/ }))
      const storedHtml = await waitFor(async () => {
        const article = await call(endpoints.articles.detail, { id })
        expect(article.version).toBe(version + 1)
        return article.texts['zh-CN']?.body ?? ''
      })
      const site = new DOMParser().parseFromString(await (await fetch(`/newsDetail/NEWS/${id}`)).text(), 'text/html')
      return { storedHtml, shown: site.querySelector('.rich')! }
    },
  }
}

async function giveAddress(
  user: Awaited<ReturnType<typeof openText>>['user'],
  button: '插入视频' | '链接',
  address: string,
) {
  if (screen.queryByRole('dialog') === null) await user.click(screen.getByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: '网址' }), { target: { value: address } })
  await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
  return dialog
}

test('writes a caption in one line below its picture', async () => {
  const { text, editor, save } = await openText(
    `<figure><img src="/media/${await uploaded()}" alt="牛群"></figure><p>后面</p>`,
  )
  act(
    () =>
      void editor
        .chain()
        .setTextSelection(1)
        .insertContent([
          { type: 'text', text: '雪地里的' },
          { type: 'text', text: '牛群', marks: [{ type: 'bold' }] },
        ])
        .run(),
  )
  fireEvent.keyDown(text, { key: 'Enter' })
  act(() => void editor.commands.insertContent('图片下面的一段'))
  const { storedHtml, shown } = await save()
  expect(storedHtml).toMatch(
    /^<figure><img src="\/media\/[\da-f-]{36}" alt="牛群" \/><figcaption>雪地里的<strong>牛群<\/strong><\/figcaption><\/figure><p>图片下面的一段<\/p><p>后面<\/p>$/,
  )
  expect(shown.querySelector('figure > img')?.getAttribute('alt')).toBe('牛群')
  expect(shown.querySelector('figure > img ~ figcaption')?.textContent).toBe('雪地里的牛群')
  // It is read again as it was written.
  expect(editor.getHTML()).toContain('<figcaption>雪地里的<strong>牛群</strong></figcaption>')
})

test('pastes a picture from a file and from a copied page', { tags: 'long' }, async () => {
  const { text, paste, save } = await openText()
  paste({}, [testPicture()])
  await waitFor(() => expect(text.querySelectorAll('figure')).toHaveLength(1))
  paste({ 'text/html': '<meta charset="utf-8"><img src="https://other.example/a.png" alt="">' }, [testPicture()])
  await waitFor(() => expect(text.querySelectorAll('figure')).toHaveLength(2))
  expect(screen.queryByText(/其他网站的图片没有插入/)).toBeNull()
  const { storedHtml, shown } = await save()
  expect(storedHtml.match(/<img src="\/media\/[\da-f-]{36}"/g)).toHaveLength(2)
  expect(shown.querySelectorAll('figure img[srcset]')).toHaveLength(2)
})

test('pastes text when the clipboard also has a picture of it', async () => {
  const { text, paste } = await openText()
  paste({ 'text/html': '<table><tr><td>12</td><td>头</td></tr></table>' }, [testPicture()])
  await waitFor(() => expect(text.querySelectorAll('td')).toHaveLength(2))
  expect(text.querySelector('figure')).toBeNull()
  expect(screen.queryByText(/正在上传/)).toBeNull()
})

test('uploads embedded pictures of pasted text and reports those of other sites', { tags: 'long' }, async () => {
  const mine = await uploaded()
  const { text, paste, save } = await openText()
  paste({
    'text/html': `<p>一</p><p><img src="${await carried()}"></p><p>二</p><img src="https://other.example/a.png"><img src="/media/${mine}" alt="自己的"><p>三</p><img src="file:///c:/a.png"><img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:image/png;base64,%%%">`,
  })
  expect(
    (await screen.findByText('有 4 张其他网站的图片没有插入。请先保存到本机，再拖到这里。')).getAttribute('role'),
  ).toBe('alert')
  await waitFor(() => expect(text.querySelectorAll('figure')).toHaveLength(2))
  const { storedHtml, shown } = await save()
  expect(
    storedHtml.replaceAll(/\/media\/[\da-f-]{36}/g, (address) => (address.endsWith(mine) ? 'mine' : 'carried')),
  ).toMatch(/一.*"carried".*二.*"mine".*三/)
  expect(shown.querySelectorAll('img')).toHaveLength(2)
  expect(storedHtml).not.toMatch(/data:|other\.example|file:/)
  paste({ 'text/html': '<p>四</p>' })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('leaves out an unreadable picture of pasted text and reports it', async () => {
  const { text, paste } = await openText()
  paste({ 'text/html': `<p>前</p><img src="data:image/png;base64,${btoa('no picture')}"><p>后</p>` })
  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(text.textContent).toContain('后'))
  expect(text.textContent).toMatch(/前.*后/)
  expect(text.querySelector('figure')).toBeNull()
})

test('accepts only https addresses of video files', { tags: 'long' }, async () => {
  const { user, text, save } = await openText()
  for (const address of [
    'http://video.example/a.mp4',
    'javascript:alert(1)',
    'data:video/mp4;base64,AAAA',
    'blob:https://video.example/1',
    '//video.example/a.mp4',
    '/a.mp4',
    'a.mp4',
    'https://www.bilibili.com/video/BV1xx411c7mD',
    'https://www.youtube.com/watch?v=a.mp4',
    '',
  ]) {
    const dialog = await giveAddress(user, '插入视频', address)
    expect(within(dialog).getByRole('alert').textContent).toContain('需要视频文件的网址')
  }
  expect(text.querySelector('.rich-video')).toBeNull()
  await giveAddress(user, '插入视频', ' https://video.example/a.mp4?x=1&y=2 ')
  await waitFor(() =>
    expect(text.querySelector('.rich-video')?.textContent).toContain('https://video.example/a.mp4?x=1&y=2'),
  )
  const { storedHtml, shown } = await save()
  expect(storedHtml).toContain(
    '<figure><video src="https://video.example/a.mp4?x=1&amp;y=2" controls preload="none"></video></figure>',
  )
  expect(shown.querySelector('video')?.getAttribute('src')).toBe('https://video.example/a.mp4?x=1&y=2')
})

test('saves, shows and splits merged table cells', { tags: 'long' }, async () => {
  const { user, text, editor, save } = await openText()
  await user.click(screen.getByRole('button', { name: '插入表格' }))
  const places: number[] = []
  editor.state.doc.descendants((node, at) => {
    if (/^table(?:Cell|Header)$/.test(node.type.name)) places.push(at)
  })
  const [first = 0] = places
  const merge = async (last: number) => {
    act(() => void editor.commands.setCellSelection({ anchorCell: first, headCell: last }))
    await user.click(screen.getByRole('button', { name: '合并或拆分单元格' }))
  }
  const columns = text.querySelectorAll('tr:first-child > *').length
  const rows = text.querySelectorAll('tr').length
  await merge(places[columns + 1] ?? 0)
  act(() => void editor.commands.insertContent('并在一起'))
  const { storedHtml, shown } = await save()
  const cell = (root: ParentNode) =>
    [...root.querySelectorAll('td, th')].find(({ textContent }) => textContent === '并在一起')
  for (const root of [new DOMParser().parseFromString(storedHtml, 'text/html'), shown]) {
    expect([cell(root)?.getAttribute('colspan'), cell(root)?.getAttribute('rowspan')]).toEqual(['2', '2'])
    expect(root.querySelectorAll('td, th')).toHaveLength(rows * columns - 3)
  }
  expect(shown.querySelector('.table > table')).not.toBeNull()
  expect([cell(text)?.getAttribute('colspan'), cell(text)?.getAttribute('rowspan')]).toEqual(['2', '2'])
  act(() => void editor.commands.setCellSelection({ anchorCell: first, headCell: first }))
  await user.click(screen.getByRole('button', { name: '合并或拆分单元格' }))
  expect(text.querySelectorAll('td, th')).toHaveLength(rows * columns)
})

test('accepts only safe link addresses and keeps existing links', async () => {
  const { user, editor, save } = await openText(
    '<p>写信到<a href="mailto:office@drover.example">邮箱</a>，<a href="http://old.example/">旧站</a>。新闻</p>',
  )
  act(() => void editor.commands.focus('end'))
  for (const address of [
    'javascript:alert(1)',
    'http://drover.example/',
    '//drover.example/',
    'data:text/html,x',
    'drover.example',
  ]) {
    const dialog = await giveAddress(user, '链接', address)
    expect(within(dialog).getByRole('alert')).toBeTruthy()
  }
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /取\s*消/ }))
  act(
    () =>
      void editor.commands.setTextSelection({
        from: editor.state.doc.content.size - 3,
        to: editor.state.doc.content.size - 1,
      }),
  )
  await giveAddress(user, '链接', '/newsTopMenu')
  const { storedHtml, shown } = await save()
  expect([...shown.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['邮箱', 'mailto:office@drover.example'],
    ['旧站', 'http://old.example/'],
    ['新闻', '/newsTopMenu'],
  ])
  expect(storedHtml).toContain(
    '<a href="http://old.example/" target="_blank" rel="noopener noreferrer nofollow">旧站</a>',
  )
  // One that is there is looked at without being changed, and taken off.
  act(() => void editor.commands.setTextSelection(5))
  await user.click(screen.getByRole('button', { name: '链接' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }))
  expect(editor.getHTML()).toContain('href="mailto:office@drover.example"')
  await giveAddress(user, '链接', '')
  expect(editor.getHTML()).not.toContain('mailto:')
})

test('keeps formatting without buttons when text is edited and saved', { tags: 'long' }, async () => {
  const formatted =
    '<p lang="ar" dir="rtl">قطيع<sup>2</sup></p><dl><dt>a</dt><dd><p>b</p></dd></dl><details><summary>c</summary><p>d</p></details><div lang="en" class="align-right"><p><kbd>e</kbd></p></div>'
  const table = (caption: string) =>
    `<table>${caption}<thead><tr><th scope="col"><p>f</p></th></tr></thead><tbody><tr><td class="align-center"><p>g</p></td></tr></tbody></table>`
  const { user, editor, save } = await openText(`<p>前</p>${formatted}${table('<caption lang="en">h</caption>')}`)
  act(() => void editor.chain().setTextSelection(2).insertContent('面').run())
  for (const [name, alignment] of [
    ['右对齐', 'right'],
    ['居中', 'center'],
  ]) {
    await user.click(screen.getByRole('button', { name: name! }))
    expect(screen.getByRole('button', { name: name! }).getAttribute('aria-pressed')).toBe('true')
    expect(editor.getAttributes('paragraph')['alignment']).toBe(alignment)
  }
  let cell = 0
  editor.state.doc.descendants(({ type }, at) => {
    if (type.name === 'tableCell') cell = at
  })
  act(() => void editor.commands.setTextSelection(cell + 2))
  const caption = await screen.findByRole<HTMLInputElement>('textbox', { name: '表格说明' })
  expect(caption.value).toBe('h')
  fireEvent.change(caption, { target: { value: '<b>价格' } })
  const { storedHtml, shown } = await save()
  expect(storedHtml).toBe(
    `<p class="align-center">前面</p>${formatted}${table('<caption lang="en">&lt;b&gt;价格</caption>')}`,
  )
  expect(shown.querySelector('table > caption')?.textContent).toBe('<b>价格')
  act(() => void editor.commands.setTextSelection(2))
  await user.click(screen.getByRole('button', { name: '居中' }))
  expect((await save()).storedHtml).toMatch(/^<p>前面<\/p>/)
})
