import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { uploadImage } from '../../api/files/files.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('platform')

const path = '/dashboard/homepage/web'
const picture = async () =>
  (await uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })).id

test('adds a banner with a picture and rejects a wrong link', async () => {
  const { user } = await console_.open(path)
  await user.click((await screen.findAllByRole('button', { name: '新增轮播图' }))[0]!)
  const drawer = await screen.findByRole('dialog')
  await user.upload(within(drawer).getByLabelText('图片'), testPicture())
  await within(drawer).findByRole('img', { name: '已上传的图片' })
  fireEvent.change(within(drawer).getByRole('textbox', { name: '标题' }), { target: { value: '春季入场' } })
  fireEvent.change(within(drawer).getByRole('textbox', { name: '链接' }), { target: { value: 'javascript:alert(1)' } })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await within(drawer).findByText(/以 https:\/\/ 开头的网址$/)).toBeTruthy()
  fireEvent.change(within(drawer).getByRole('textbox', { name: '链接' }), { target: { value: '/newsTopMenu/NEWS' } })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /春季入场.*显示中/ })).toBeTruthy()
  expect((await call(endpoints.webHome.info, {})).banners).toMatchObject([
    { name: '春季入场', link: '/newsTopMenu/NEWS' },
  ])
})

test('hides expired banners and lists deleted ones', { tags: 'long' }, async () => {
  const imgId = await picture()
  await call(endpoints.webBanners.addOrEdit, { title: '甲', imgId })
  await call(endpoints.webBanners.addOrEdit, { title: '乙', imgId, shownUntil: '2020-01-01' })
  const { user, path: at } = await console_.open(path)
  expect(await screen.findByRole('row', { name: /乙.*未显示/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '对 甲 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: /移入回收站|删除/ }))
  const dialogs = await screen.findAllByRole('dialog')
  await user.click(within(dialogs.at(-1)!).getAllByRole('button').at(-1)!)
  await waitFor(() => expect(screen.queryByRole('row', { name: /甲/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: '回收站' }))
  expect(at()).toContain('tab=webBanners.bin')
  expect(await screen.findByRole('row', { name: /甲/ })).toBeTruthy()
})

test('orders banners by labelled handles', { tags: 'long' }, async () => {
  await call(endpoints.webBanners.addOrEdit, { title: '丙', imgId: await picture() })
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '调整顺序' }))
  expect((await screen.findByRole('button', { name: '移动“丙”' })).getAttribute('aria-roledescription')).toBe('可移动')
})

test('lists partners in a tab with its own recycle bin', async () => {
  await call(endpoints.partnerships.addOrEdit, { name: '草原银行', link: 'https://bank.example' })
  const { user, path: at } = await console_.open(`${path}?tab=partnerships`)
  expect(await screen.findByRole('row', { name: /草原银行.*https:\/\/bank\.example/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '回收站' }))
  expect(at()).toContain('tab=partnerships.bin')
  expect(await screen.findByText(/回收站/)).toBeTruthy()
})

test('moves any of hundreds of partners and renders only visible ones', { tags: 'long' }, async () => {
  for (let from = 0; from < 230; from += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        call(endpoints.partnerships.addOrEdit, { name: `伙伴 ${from + place + 1}` }),
      ),
    )
  const names = async () =>
    (await call(endpoints.partnerships.list, { pageSize: 1000, sort: { field: 'position', order: 'asc' } })).list.map(
      ({ name }) => name,
    )
  const before = await names()
  const count = before.length
  // A menu that slides in takes no pointer yet.
  const choose = async (name: string) => fireEvent.click((await screen.findAllByRole('menuitem', { name })).at(-1)!)
  const { user } = await console_.open(`${path}?tab=partnerships`)
  await user.click(await screen.findByRole('button', { name: '调整顺序' }))
  const drawer = await screen.findByRole('dialog')
  await waitFor(() => expect(within(drawer).getAllByRole('listitem').length).toBeGreaterThan(20))
  expect(within(drawer).getAllByRole('listitem').length).toBeLessThan(120)
  expect(within(drawer).queryByRole('note')).toBeNull()

  // From the first place to one that is far out of view, where the keyboard goes on.
  await user.click(within(drawer).getByRole('button', { name: `“${before[0]}”：第 1 位，共 ${count} 位，移动` }))
  await choose('移到指定位置…')
  const place = await screen.findByRole('spinbutton', { name: `位置，1 到 ${count}` })
  await user.clear(place)
  await user.type(place, '215{Enter}')
  const moved = await within(drawer).findByRole('button', { name: `“${before[0]}”：第 215 位，共 ${count} 位，移动` })
  await waitFor(() => expect(document.activeElement).toBe(moved))
  const expected = [...before.slice(1, 215), before[0], ...before.slice(215)]
  await waitFor(async () => expect(await names()).toEqual(expected))

  await user.click(moved)
  await choose('移到最后')
  await waitFor(async () => expect((await names()).at(-1)).toBe(before[0]))
  await user.click(
    await within(drawer).findByRole('button', { name: `“${before[0]}”：第 ${count} 位，共 ${count} 位，移动` }),
  )
  await choose('移到最前')
  await waitFor(async () => expect(await names()).toEqual(before))
})

test('saves app codes and contact for visitors', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=webHome`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  await user.upload(await screen.findByLabelText('iOS 下载码'), testPicture())
  await screen.findByRole('img', { name: '已上传的图片' })
  fireEvent.change(screen.getByRole('textbox', { name: '邮箱' }), { target: { value: 'nobody' } })
  fireEvent.blur(screen.getByRole('textbox', { name: '邮箱' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: '邮箱' }).getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(screen.getByRole('textbox', { name: '邮箱' }), { target: { value: 'hello@drover.example' } })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  expect((await call(endpoints.webHome.qrCodes, {})).iosImage).not.toBeNull()
})
