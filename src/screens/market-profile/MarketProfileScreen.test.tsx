import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('supervisor')

const path = '/dashboard/org-admin/market-profile'
const ownPage = () => call(endpoints.marketingPages.page, { orgId: useSession.getState().session?.organisationId ?? 0 })
const part = (name: string) => screen.findByRole('region', { name })

test('submits each part separately and links the public page', async () => {
  const { user } = await console_.open(path)
  expect((await screen.findByRole('link', { name: '查看公开页面' })).getAttribute('href')).toMatch(/^\/org\/\d+$/)
  const banner = await part('横幅图片')
  await user.click(await within(banner).findByRole('button', { name: /编\s*辑/ }))
  await user.upload(await within(banner).findByLabelText('横幅图片', { selector: 'input' }), testPicture())
  await within(banner).findByRole('img', { name: '已上传的图片' })
  await user.click(within(banner).getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  expect((await ownPage()).bannerImgId).not.toBeNull()
})

test('adds, changes and removes a use case', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  await user.click(within(await part('应用案例')).getByRole('button', { name: /新增案例/ }))
  const drawer = await screen.findByRole('dialog')
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await within(drawer).findByText(/请填写/)).toBeTruthy()
  fireEvent.change(within(drawer).getByRole('textbox', { name: '标题' }), { target: { value: '冬季监管' } })
  await user.upload(within(drawer).getByLabelText('图片', { selector: 'input' }), testPicture())
  await within(drawer).findByRole('img', { name: '已上传的图片' })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  await user.click(await screen.findByRole('button', { name: '编辑 冬季监管' }))
  const again = await waitFor(() => {
    const open = screen.getAllByRole('dialog').find((one) => within(one).queryByDisplayValue('冬季监管'))
    expect(open).toBeTruthy()
    return open!
  })
  fireEvent.change(within(again).getByRole('textbox', { name: '标题' }), { target: { value: '冬季监管二' } })
  await user.click(within(again).getByRole('button', { name: /保\s*存/ }))
  await screen.findByRole('button', { name: '删除 冬季监管二' })
  expect((await ownPage()).useCases).toMatchObject([{ title: '冬季监管二', images: [{ id: expect.any(String) }] }])
  await user.click(screen.getByRole('button', { name: '删除 冬季监管二' }))
  await user.click((await screen.findAllByRole('button', { name: /删\s*除|移入回收站/ })).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除 冬季监管二' })).toBeNull())
  expect((await ownPage()).useCases).toEqual([])
})

test('saves a part that another user did not change', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  const introduction = await part('机构介绍')
  await user.click(await within(introduction).findByRole('button', { name: /编\s*辑/ }))
  await user.click(await within(introduction).findByRole('textbox', { name: '机构介绍' }))
  await user.click(within(introduction).getByRole('button', { name: '分隔线' }))
  await call(endpoints.marketingPages.saveLink, { name: '官网', link: 'https://drover.example' })
  await user.click(within(introduction).getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  expect((await ownPage()).introduction).toContain('<hr')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('button', { name: '编辑 官网' })).toBeTruthy()
})

test('previews unsaved changes on the whole page', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  const banner = await part('横幅图片')
  await user.click(await within(banner).findByRole('button', { name: /编\s*辑/ }))
  await user.upload(await within(banner).findByLabelText('横幅图片', { selector: 'input' }), testPicture())
  await within(banner).findByRole('img', { name: '已上传的图片' })
  await user.click(within(await part('相关链接')).getByRole('button', { name: /新增链接/ }))
  const drawer = await screen.findByRole('dialog')
  const preview = within(drawer).getByRole('button', { name: '预览' })
  expect(preview).toHaveProperty('disabled', true)
  expect(preview.title).toBe('请先填写缺少的内容再预览。')
  fireEvent.change(within(drawer).getByRole('textbox', { name: '名称' }), { target: { value: '还没保存的链接' } })
  fireEvent.change(within(drawer).getByRole('textbox', { name: '链接' }), {
    target: { value: 'https://drover.example/new' },
  })
  await user.click(preview)
  const frame = await screen.findByTitle<HTMLIFrameElement>('预览机构主页', { selector: 'iframe' } as object)
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
  const shown = new DOMParser().parseFromString(frame.srcdoc, 'text/html')
  expect(shown.querySelector('a[href="https://drover.example/new"]')?.textContent).toBe('还没保存的链接')
  // The banner is not saved either, and its form is open.
  expect(shown.querySelector('.org-banner img')?.getAttribute('src')).toMatch(/^blob:/)
  expect(shown.querySelector('img[srcset]')).toBeNull()
  expect((await ownPage()).links.map(({ name }) => name)).not.toContain('还没保存的链接')
})

test('reorders items and records who did', { tags: 'long' }, async () => {
  for (const name of ['甲', '乙', '丙'])
    await call(endpoints.marketingPages.saveNews, { title: name, body: '', publishedOn: '2026-04-01' })
  const { user } = await console_.open(path)
  const news = await part('机构动态')
  const shown = () =>
    within(news)
      .getAllByRole('button', { name: /^编辑/ })
      .map((button) => button.getAttribute('aria-label'))
  expect(shown()).toEqual(['编辑 丙', '编辑 乙', '编辑 甲'])
  await user.click(within(news).getByRole('button', { name: '调整顺序' }))
  expect((await screen.findByRole('button', { name: '移动“甲”' })).getAttribute('aria-roledescription')).toBe('可移动')
  await user.click(screen.getByRole('button', { name: '“甲”：第 3 位，共 3 位，移动' }))
  await user.click(await screen.findByRole('menuitem', { name: '移到最前' }))
  expect(await screen.findByText('“甲”已放在第 1 位，共 3 位。')).toBeTruthy()
  await waitFor(() => expect(shown()).toEqual(['编辑 甲', '编辑 丙', '编辑 乙']))
  expect((await ownPage()).news.map(({ title }) => title)).toEqual(['甲', '丙', '乙'])
  await user.keyboard('{Escape}')
  const history = await part('变更记录')
  await user.click(within(history).getByText('变更记录'))
  await waitFor(() =>
    expect(history.querySelector('.record-changes > li')?.textContent).toMatch(/监管.*机构动态.*丙乙甲.*甲丙乙/),
  )
})
