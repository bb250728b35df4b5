import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { uploadImage } from '../../api/files/files.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('platform')

const path = '/dashboard/homepage/article'
const text = (title: string, body = '<p>正文</p>') => ({ title, summary: '', body })
const addArticle = (title: string, body?: string) =>
  call(endpoints.articles.addOrEdit, { type: 'NEWS', texts: { 'zh-CN': text(title, body) } })
const save = () => screen.getByRole('button', { name: /保\s*存/ })

test('saves a draft in two languages under its own address', async () => {
  const { user, path: at } = await console_.open(path)
  await user.click((await screen.findAllByRole('button', { name: '新增文章' }))[0]!)
  await waitFor(() => expect(at()).toBe(`${path}/form`))
  await screen.findByRole('textbox', { name: '正文' })
  await user.click(save())
  expect(await screen.findByText(/请填写/)).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: '标题' }), { target: { value: '春季转场' } })
  expect(screen.getByText(/没有内容的语言：繁体中文.*这些读者会看到简体中文的内容/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '添加英语' }))
  fireEvent.change(await screen.findByRole('textbox', { name: '标题' }), { target: { value: 'Spring move' } })
  await user.click(save())
  await waitFor(() => expect(at()).toMatch(/form\/\d+$/))
  const [saved] = (await call(endpoints.articles.list, { title: '春季' })).list
  expect(saved).toMatchObject({ state: 'DRAFT', languages: ['zh-CN', 'en-US'] })
  expect((await call(endpoints.articles.detail, { id: saved?.id ?? 0 })).texts['en-US']).toEqual({
    title: 'Spring move',
    summary: '',
    body: '',
  })
})

test('uploads an inserted picture and saves it in the text', { tags: 'long' }, async () => {
  const { id } = await addArticle('带图')
  const { user } = await console_.open(`${path}/form/${id}`)
  await screen.findByRole('toolbar', { name: '文字格式' })
  const chooser = screen.getByLabelText('插入图片', { selector: 'input' })
  await user.upload(chooser, [testPicture()])
  await waitFor(() => expect(document.querySelector('.rich-text figure img')).not.toBeNull())
  await user.click(save())
  expect(await screen.findByText('提交成功')).toBeTruthy()
  await waitFor(async () =>
    expect((await call(endpoints.articles.detail, { id })).texts['zh-CN']?.body).toMatch(
      /<img src="\/media\/[\da-f-]{36}"/,
    ),
  )
})

test('publishes, withdraws and republishes an article from the list', { tags: 'long' }, async () => {
  const { id } = await addArticle('公告')
  const { user } = await console_.open(path)
  const act = async (name: string, asks = true) => {
    await user.click(await screen.findByRole('button', { name: '对 公告 的操作' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    if (asks) await user.click(within((await screen.findAllByRole('dialog')).at(-1)!).getByRole('button', { name }))
  }
  const stateIs = (state: string) =>
    waitFor(async () => expect((await call(endpoints.articles.detail, { id })).state).toBe(state))
  await act('立即发布')
  await stateIs('PUBLISHED')
  expect(await screen.findByRole('row', { name: /公告.*已发布/ })).toBeTruthy()
  await act('撤下')
  await stateIs('WITHDRAWN')
  expect(await screen.findByRole('row', { name: /公告.*已撤下/ })).toBeTruthy()
  await act('恢复显示', false)
  await stateIs('PUBLISHED')
})

describe.each([
  ['fast', 3_600_000],
  ['slow', -3_600_000],
])('a browser clock one hour %s', (_word, wrongMs) => {
  afterEach(() => void vi.useRealTimers())
  /** The clock of the browser is wrong from now on; that of the server, which is a process of its own, is right. @returns what is right */
  function beWrong(): () => number {
    const [from, begun] = [Date.now(), performance.now()]
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: from + wrongMs })
    return () => from + performance.now() - begun
  }
  const isNow = async (id: number, real: () => number) => {
    const { publishAt, state } = await call(endpoints.articles.detail, { id })
    expect(state).toBe('PUBLISHED')
    expect(Math.abs(Date.parse(publishAt ?? '') - real())).toBeLessThan(60_000)
  }

  test('publishes from the form at the server’s time', { tags: 'long' }, async () => {
    const { id } = await addArticle('表单')
    const real = beWrong()
    const { user } = await console_.open(`${path}/form/${id}`)
    await user.click(await screen.findByRole('button', { name: '立即发布' }))
    expect(screen.getByText('保存时立即发布')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '立即发布' })).toBeNull()
    await user.click(save())
    expect(await screen.findByText('提交成功')).toBeTruthy()
    await isNow(id, real)
  })

  test('publishes from the list at the server’s time', { tags: 'long' }, async () => {
    const title = `列表${wrongMs}`
    const { id } = await addArticle(title)
    const real = beWrong()
    const { user } = await console_.open(path)
    await user.click(await screen.findByRole('button', { name: `对 ${title} 的操作` }))
    await user.click(await screen.findByRole('menuitem', { name: '立即发布' }))
    await user.click(within((await screen.findAllByRole('dialog')).at(-1)!).getByRole('button', { name: '立即发布' }))
    await waitFor(async () => expect((await call(endpoints.articles.detail, { id })).version).toBe(2))
    await isNow(id, real)
  })

  test.each([
    ['is still to come', 30, true],
    ['has appeared', -30, false],
  ])(
    'offers immediate publication by the server’s clock when the time %s',
    { tags: 'long' },
    async (_state, minutes, isOffered) => {
      const { id, title } = await call(endpoints.articles.addOrEdit, {
        type: 'NEWS',
        texts: { 'zh-CN': text('时刻') },
        publishAt: Date.now() + minutes * 60_000,
      })
      beWrong()
      await console_.open(`${path}/form/${id}`)
      await screen.findByRole('heading', { level: 1, name: title })
      await waitFor(() => expect(screen.queryAllByRole('button', { name: '立即发布' })).toHaveLength(isOffered ? 1 : 0))
    },
  )
})

test('compares a version with the current one and restores it', async () => {
  const { id, version } = await addArticle('旧题', '<p>草场有 40 头牛</p>')
  await call(endpoints.articles.addOrEdit, {
    id,
    version,
    type: 'NEWS',
    texts: { 'zh-CN': text('新题', '<p>草场有 38 头牛</p>') },
  })
  const { user } = await console_.open(`${path}/form/${id}`)
  await user.click(await screen.findByRole('button', { name: '与当前版本比较' }))
  const dialog = await screen.findByRole('dialog')
  expect([...dialog.querySelectorAll('del')].map(({ textContent }) => textContent)).toContain('40')
  expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toContain('38')
  await user.click(within(dialog).getByRole('button', { name: '恢复这个版本' }))
  await waitFor(async () => expect((await call(endpoints.articles.detail, { id })).title).toBe('旧题'))
  expect(await screen.findByRole('heading', { level: 1, name: '旧题' })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: '与当前版本比较' })).toHaveLength(2))
})

test('shows differences in links, formatting and structure alone', { tags: 'long' }, async () => {
  const body = (link: string, kind: string) => `<${kind}>来源</${kind}><p>见<a href="${link}">这里</a></p>`
  const { id, version } = await addArticle(
    '同文',
    `${body('https://one.example/', 'h2')}<ul><li><p>一</p><p>二</p></li></ul>`,
  )
  const change = async (next: string, from: number) =>
    (
      await call(endpoints.articles.addOrEdit, {
        id,
        version: from,
        type: 'NEWS',
        texts: { 'zh-CN': text('同文', next) },
      })
    ).version
  await change(
    `${body('https://two.example/', 'p')}<ul><li><p>一</p></li><li><p>二</p></li></ul>`,
    await change(`${body('https://two.example/', 'p')}<ul><li><p>一</p><p>二</p></li></ul>`, version),
  )
  const { user } = await console_.open(`${path}/form/${id}`)
  await screen.findByRole('textbox', { name: '正文' })
  const [previous, first] = await screen.findAllByRole('button', { name: '与当前版本比较' })
  await user.click(first!)
  const dialog = await screen.findByRole('dialog')
  expect([...dialog.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual([
    '[一级标题]',
    '这里 [链接 https://one.example/]',
  ])
  expect([...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
    '[普通段落]',
    '这里 [链接 https://two.example/]',
  ])
  await user.click(within(dialog).getAllByRole('button', { name: /关\s*闭/ })[0]!)
  await user.click(previous!)
  expect(await screen.findByText('仅段落结构不同。')).toBeTruthy()
  expect(screen.queryByText('没有差异')).toBeNull()
})

test('previews unsaved text in a sandboxed frame', async () => {
  const { id: imageId } = await uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })
  const { id } = await addArticle('预览', `<p>未发布</p><figure><img src="/media/${imageId}" alt="草场"></figure>`)
  const { user } = await console_.open(`${path}/form/${id}`)
  fireEvent.change(await screen.findByRole('textbox', { name: '标题' }), { target: { value: '还没保存' } })
  await user.click(screen.getByRole('button', { name: '预览' }))
  const frame = await screen.findByTitle<HTMLIFrameElement>('预览：简体中文', { selector: 'iframe' } as object)
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
  expect(frame.srcdoc).toContain('还没保存')
  expect(frame.srcdoc).toContain('blob:')
  expect(frame.srcdoc).not.toContain(`src="/media/${imageId}"`)
})

test('shows the other user’s save on a conflict', { tags: 'long' }, async () => {
  const { id, version } = await addArticle('共同')
  const { user } = await console_.open(`${path}/form/${id}`)
  fireEvent.change(await screen.findByRole('textbox', { name: '标题' }), { target: { value: '我的' } })
  await call(endpoints.articles.addOrEdit, { id, version, type: 'NEWS', texts: { 'zh-CN': text('他们的') } })
  await user.click(save())
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('他们的')).toBeTruthy()
  expect(within(dialog).getByText('我的')).toBeTruthy()
})
