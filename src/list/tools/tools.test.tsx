import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { accountNow } from '../../store/account.ts'
import { openTestList } from '../testList.tsx'

const { console_, open } = openTestList()

describe('columns', () => {
  test('chooses, orders, remembers and resets columns', async () => {
    const first = await open()
    // They are stored for the signed-in user.
    await waitFor(() => expect(accountNow()).not.toBeNull())
    await first.user.click(await screen.findByRole('button', { name: '列 5/6' }))
    const menu = await screen.findByRole('dialog', { name: '列 5/6' })
    await first.user.click(within(menu).getByRole('checkbox', { name: '邮箱' }))
    await first.user.click(within(menu).getByRole('checkbox', { name: '角色' }))
    await first.user.click(screen.getByRole('button', { name: '上移 用户名' }))
    const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(titles()).toEqual(['', '用户名', '姓名', '状态', expect.stringContaining('创建时间'), '邮箱', '操作'])
    first.unmount()

    const second = await open()
    await screen.findByRole('row', { name: /苏日娜/ })
    await waitFor(() => expect(accountNow()).not.toBeNull())
    expect(titles()).toEqual(['', '用户名', '姓名', '状态', expect.stringContaining('创建时间'), '邮箱', '操作'])
    await second.user.click(screen.getByRole('button', { name: '列 5/6' }))
    await second.user.click(await screen.findByRole('button', { name: '恢复默认列' }))
    expect(titles()).toEqual(['', '姓名', '用户名', '角色', '状态', expect.stringContaining('创建时间'), '操作'])
  })
})

describe('a column', () => {
  const edge = (title: string) => screen.findByRole('separator', { name: `${title}的列宽` })
  const widths = () => screen.getAllByRole('separator').map((one) => Number(one.getAttribute('aria-valuenow')))

  test('resizes by pointer and keys and remembers the width', { tags: 'long' }, async () => {
    const first = await open()
    await waitFor(() => expect(accountNow()).not.toBeNull())
    const defaultWidths = (await screen.findAllByRole('separator')).map((one) =>
      Number(one.getAttribute('aria-valuenow')),
    )
    const name = await edge('姓名')
    vi.spyOn(name, 'setPointerCapture').mockImplementation(() => {})
    fireEvent.pointerDown(name, { button: 0, clientX: 100, pointerId: 1 })
    fireEvent.pointerMove(name, { clientX: 160, pointerId: 1 })
    fireEvent.pointerUp(name, { clientX: 160, pointerId: 1 })
    fireEvent.keyDown(await edge('用户名'), { key: 'ArrowLeft' })
    expect(widths().slice(0, 3)).toEqual([defaultWidths[0]! + 60, defaultWidths[1]! - 16, defaultWidths[2]])
    // None is made narrower than can be seen.
    fireEvent.pointerDown(name, { button: 0, clientX: 1000, pointerId: 1 })
    fireEvent.pointerMove(name, { clientX: 0, pointerId: 1 })
    fireEvent.pointerUp(name, { clientX: 0, pointerId: 1 })
    expect(widths()[0]).toBe(60)
    first.unmount()

    await open()
    await waitFor(() => expect(accountNow()).not.toBeNull())
    await waitFor(() => expect(widths().slice(0, 3)).toEqual([60, defaultWidths[1]! - 16, defaultWidths[2]]))
    fireEvent.keyDown(await edge('用户名'), { key: 'Enter' })
    fireEvent.doubleClick(await edge('姓名'))
    expect(widths()).toEqual(defaultWidths)
  })

  test('pins a column first until all are reset', { tags: 'long' }, async () => {
    const first = await open()
    await waitFor(() => expect(accountNow()).not.toBeNull())
    await first.user.click(await screen.findByRole('button', { name: '列 5/6' }))
    await first.user.click(await screen.findByRole('button', { name: '固定 角色' }))
    fireEvent.keyDown(await edge('角色'), { key: 'ArrowRight' })
    // Nothing that is not pinned gets before it.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '上移 姓名' }).disabled).toBe(true)
    first.unmount()

    const { user } = await open()
    await waitFor(() => expect(accountNow()).not.toBeNull())
    const titles = () =>
      screen
        .getAllByRole('columnheader')
        .slice(1, 4)
        .map(({ textContent, className }) => [textContent, className.includes('grid-pinned')])
    await waitFor(() =>
      expect(titles()).toEqual([
        ['角色', true],
        ['姓名', false],
        ['用户名', false],
      ]),
    )
    expect((await screen.findAllByRole('gridcell'))[1]?.style.insetInlineStart).toBe('var(--pin-0)')
    await user.click(screen.getByRole('button', { name: '列 5/6' }))
    await user.click(await screen.findByRole('button', { name: '恢复默认列' }))
    expect(titles()).toEqual([
      ['姓名', false],
      ['用户名', false],
      ['角色', false],
    ])
    expect(await screen.findByRole('button', { name: '恢复默认列' })).toHaveProperty('disabled', true)
  })
})

describe('a file', () => {
  test('exports filtered rows and shown columns in the user’s language', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) files.push(blob)
      return 'blob:file'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = await open('?name=苏日')
    await user.click(await screen.findByRole('button', { name: '导出 1 行' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    expect(await screen.findByText('已导出 1 行')).toBeTruthy()
    const lines = ((await files[0]?.text()) ?? '').replace('\uFEFF', '').split('\r\n')
    expect(lines).toEqual(['姓名,用户名,角色,状态,创建时间（UTC）', '苏日娜,pm,项目经理,正常,2026-05-01 02:00:00', ''])
    vi.restoreAllMocks()
  })

  test('shows the number of rows and cancels', { tags: 'long' }, async () => {
    console_.faults.use(http.post('*/user/export', () => delay('infinite')))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '导出 14 行' }))
    await user.click(await screen.findByRole('menuitem', { name: /XLSX/ }))
    await user.click(await screen.findByRole('button', { name: '正在导出 14 行 · 取消' }))
    expect(await screen.findByRole('button', { name: '导出 14 行' })).toBeTruthy()
    expect(screen.queryByText(/已导出|导出中断/)).toBeNull()
  })

  test('reports a failed export and keeps the list', { tags: 'long' }, async () => {
    const failure = { success: false, error: { code: 'UNAVAILABLE', message: '' } }
    console_.faults.use(http.post('*/user/export', () => HttpResponse.json(failure, { status: 503 })))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '导出 14 行' }))
    await user.click(await screen.findByRole('menuitem', { name: /XLSX/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByText('苏日娜')).toBeTruthy()
  })
})

test('saves, renames, applies and deletes a view', async () => {
  const { user, path: at } = await open('?status=DISABLED&sort=-createdAt')
  await screen.findByText('陈伟')
  await user.click(screen.getByRole('button', { name: '我的视图' }))
  await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '停用的')
  await user.click(screen.getByRole('button', { name: '保存当前视图' }))
  await user.click(await screen.findByRole('button', { name: '重命名视图“停用的”' }))
  await user.type(screen.getByRole('textbox', { name: '视图名称' }), '人')
  await user.click(screen.getByRole('button', { name: /^重命名$/ }))
  expect(await screen.findByRole('button', { name: '停用的人', pressed: true })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  await waitFor(() => expect(at()).toBe('/list?sort=-createdAt'))
  await user.click(screen.getByRole('button', { name: '我的视图' }))
  await user.click(await screen.findByRole('button', { name: '停用的人' }))
  await waitFor(() => expect(at()).toBe('/list?status=DISABLED&sort=-createdAt'))
  await user.click(screen.getByRole('button', { name: '停用的人' }))
  await user.click(await screen.findByRole('button', { name: '删除视图 停用的人' }))
  await user.click(await screen.findByRole('button', { name: /^删\s*除$/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '停用的人' })).toBeNull())
})
