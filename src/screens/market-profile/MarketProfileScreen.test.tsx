import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = await openTestConsole('supervisor')

const path = '/dashboard/org-admin/market-profile'
const ownPage = () => call(endpoints.marketingPages.page, { orgId: useSession.getState().session?.organisationId ?? 0 })
const part = (name: string) => screen.findByRole('region', { name })

test('each part is submitted by a call of its own, and a link leads to the public page', async () => {
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

test('a use case is added, changed with its pictures kept, and removed', async () => {
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

test('what somebody else changed in another part stands in nobody’s way', async () => {
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
