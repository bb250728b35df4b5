import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test } from 'vitest'
import { invalidate } from '../api/queries.ts'
import { listPath, openTestList, rows, shared } from './testList.tsx'

const { console_, open, openEvents, noteAsked } = openTestList()
const namesOf = async () => (await rows()).map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)

describe('rows', () => {
  test('shows each kind of value and the total', async () => {
    await open()
    const row = await screen.findByRole('row', { name: /苏日娜/ })
    expect(within(row).getByText('项目经理')).toBeTruthy()
    expect(within(row).getByText('正常')).toBeTruthy()
    expect(row.querySelector('time')?.getAttribute('dateTime')).toBe('2026-05-01T02:00:00.000Z')
    expect(row.querySelector('time')?.title).toContain('UTC')
    expect(screen.getByRole('heading', { level: 1, name: '用户' })).toBeTruthy()
    expect(screen.getByText('14 个用户')).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: /邮箱/ })).toBeNull()
  })

  test('renders only visible rows of a thousand', async () => {
    await openEvents('?name=robot&size=1000')
    expect((await rows()).length).toBeLessThan(80)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1201')
  })

  test('prefers newer values of the store', async () => {
    shared.newer = new Map([[3, { displayName: '改了名' }]])
    await open()
    expect(await screen.findByRole('row', { name: /改了名/ })).toBeTruthy()
  })

  test('reloads after a save here or elsewhere', async () => {
    const calls = noteAsked()
    const { user } = await open('?open=2')
    await rows()
    await user.click(await screen.findByRole('button', { name: 'save it' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    invalidate('users')
    await waitFor(() => expect(calls).toHaveLength(3))
  })

  test('keeps typed details when the window changes width', { tags: 'long' }, async () => {
    const widthBefore = window.innerWidth
    onTestFinished(() => window.happyDOM.setViewport({ width: widthBefore }))
    window.happyDOM.setViewport({ width: 1366 })
    const { user } = await open('?open=2')
    await user.type(await screen.findByRole('textbox', { name: 'remark' }), 'lame')
    for (const [width, frame] of [
      [390, '.ant-drawer'],
      [1366, 'aside.details'],
    ] as const) {
      act(() => window.happyDOM.setViewport({ width }))
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'remark' }).closest(frame)).not.toBeNull())
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'remark' }).value).toBe('lame')
    }
  })
})

test('keeps focus in the search field and drops pending requests on clear', { tags: 'long' }, async () => {
  const { user, path } = await open()
  await user.type(await screen.findByRole('searchbox'), 'a')
  await waitFor(() => expect(path()).toContain('name=a'))
  await user.keyboard('n')
  await waitFor(() => expect(path()).toContain('name=an'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('an')
  await user.keyboard('na')
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(path()).not.toContain('name=')
})

describe('the address', () => {
  test('sends what the address says', async () => {
    const calls = noteAsked()
    await open('?name=an&status=ACTIVE,DISABLED&sort=-createdAt&page=2&size=3')
    await rows()
    expect(calls[0]).toEqual({
      name: 'an',
      status: ['ACTIVE', 'DISABLED'],
      sort: { field: 'createdAt', order: 'desc' },
      current: 2,
      pageSize: 3,
    })
  })

  test('follows filters, sort and page, also backwards', async () => {
    const calls = noteAsked()
    const { user, path: at, back } = await open('?size=5')
    await screen.findByText('苏日娜')
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: '状态' }))
    await user.click(await screen.findByRole('checkbox', { name: '正常' }))
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE&size=5'))
    await user.keyboard('{Escape}')
    await user.click(within(screen.getByRole('columnheader', { name: /创建时间/ })).getByRole('button'))
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE&sort=createdAt&size=5'))
    expect(screen.getByRole('columnheader', { name: /创建时间/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE&sort=createdAt&page=2&size=5'))
    await waitFor(() => expect(calls).toHaveLength(4))
    await back()
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE&sort=createdAt&size=5'))
    await back()
    await back()
    await waitFor(() => expect(at()).toBe('/list?size=5'))
    await waitFor(() => expect(calls.at(-1)).toEqual({ sort: { field: 'id', order: 'asc' }, current: 1, pageSize: 5 }))
  })

  test('keeps two quickly ticked codes', { tags: 'long' }, async () => {
    const { user, path: at } = await open()
    await screen.findByText('苏日娜')
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: '状态' }))
    const [first, second] = await Promise.all(['正常', '已停用'].map((name) => screen.findByRole('checkbox', { name })))
    act(() => {
      first?.click()
      second?.click()
    })
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE%2CDISABLED'))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  })

  test('opens the last page when the page no longer exists', async () => {
    const { path: at } = await open('?page=9&size=5')
    await waitFor(() => expect(at()).toBe('/list?page=3&size=5'))
    expect(await screen.findByText('王芳')).toBeTruthy()
  })

  test('restores rows and position on return', { tags: 'long' }, async () => {
    const { user, go, back } = await open('?page=2&size=5')
    const row = (await screen.findByText('娜仁')).closest<HTMLElement>('[role=row]')
    row?.focus()
    await user.keyboard('{ArrowDown}')
    await go('/elsewhere')
    await screen.findByText('elsewhere')
    console_.faults.use(http.post(listPath, () => new Promise<Response>(() => {})))
    await back()
    expect(screen.getByText('陈伟').closest<HTMLElement>('[role=row]')?.tabIndex).toBe(0)
  })

  test('searches once typing pauses and clears the text', async () => {
    const { user, path: at } = await open()
    await user.type(await screen.findByRole('searchbox', { name: /姓名、用户名/ }), '苏日')
    await waitFor(() => expect(at()).toBe('/list?name=%E8%8B%8F%E6%97%A5'))
    await waitFor(async () => expect(await namesOf()).toEqual(['苏日娜']))
    expect(screen.getByText('筛选后 1 个用户')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(at()).toBe('/list'))
  })
})

describe('nothing to show', () => {
  test('offers to clear the filters when nothing matches', async () => {
    const { user, path: at } = await open('?name=nobody')
    const empty = await screen.findByText('没有符合筛选条件的记录')
    await user.click(within(empty.closest('[role=status]') as HTMLElement).getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(at()).toBe('/list'))
  })

  test('names the next step when there are no rows', async () => {
    console_.signIn('pm')
    await console_.open('/dashboard/animal-monitor/insurance')
    expect(await screen.findByText('暂无保单。请登记为养殖场牲畜投保的保单。')).toBeTruthy()
    expect(screen.getByRole('button', { name: '导出 0 行' }).hasAttribute('disabled')).toBe(true)
  })

  test('explains a failure, keeps filters and retries', async () => {
    console_.faults.use(
      http.post(listPath, () =>
        HttpResponse.json({ success: false, error: { code: 'UNAVAILABLE', message: '暂时不可用' } }, { status: 503 }),
      ),
    )
    const { user, path: at } = await open('?status=ACTIVE')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('暂时不可用'))
    expect(at()).toBe('/list?status=ACTIVE')
    console_.faults.resetHandlers()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('row', { name: /苏日娜/ })).toBeTruthy()
  })
})
