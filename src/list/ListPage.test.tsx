import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Screen } from '../navigation/screen.ts'
import { openTestConsole } from '../testConsole.tsx'
import { describeList } from './describe.ts'
import { ListPage } from './ListPage.tsx'
import { call } from '../api/call.ts'
import { invalidate } from '../api/queries.ts'
import { accountNow } from '../store/account.ts'

const console_ = await openTestConsole()
beforeEach(() => {
  localStorage.clear()
  console_.signIn('platform')
})
afterEach(() => console_.reset())
afterAll(() => console_.close())

/** Rows that a store knows better. */
let newer = new Map<number, { displayName: string }>()
const done: string[] = []

const list = describeList(endpoints.users.list, {
  noun: 'people',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ displayName }) => displayName,
  sort: { field: 'id', order: 'asc' },
  columns: [
    { field: 'displayName', titleId: 'user.displayName' },
    { field: 'userName', titleId: 'user.userName' },
    { field: 'role', titleId: 'user.role', words: (role) => `role.${role}` },
    { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}`, tone: () => 'neutral' },
    { field: 'createdAt', titleId: 'user.createdAt' },
    { field: 'email', titleId: 'user.email', hidden: true },
  ],
  filters: [
    { field: 'name', titleId: 'user.search' },
    { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}` },
  ],
  actions: [
    {
      key: 'greet',
      titleId: 'user.enable',
      fits: ({ role }) => role !== null,
      askId: 'user.enableText',
      reasonId: 'user.reason',
      doneId: 'user.enabled',
      run: async (row, ask, reason) => {
        if (row.userName === 'pm' && !done.includes('pm')) {
          done.push('pm')
          await ask(endpoints.users.detail, { id: 4711 })
        }
        done.push(`${row.userName}: ${reason}`)
      },
    },
  ],
  Details: ({ id, close }) => (
    <>
      <p>details of {id}</p>
      <button type="button" onClick={close}>close it</button>
      <button type="button" onClick={() => void call(endpoints.users.setStatus, { ids: [id], status: 'ACTIVE', reason: 'back' })}>save it</button>
    </>
  ),
  Toolbar: () => <button type="button">add one</button>,
  useLive: () => newer,
})
const path = '/list'
const table: Screen[] = [
  { path, titleId: 'user.title', icon: 'users', roles: ['ADMIN_PLATFORM'], load: async () => ({ Component: () => <ListPage list={list} /> }) },
  { path: '/elsewhere', titleId: 'user.title', icon: 'users', roles: ['ADMIN_PLATFORM'], load: async () => ({ Component: () => <p>elsewhere</p> }) },
]

const open = (query = '') => console_.open(path + query, table)
// The row of titles is there before the others have come.
const rows = () => screen.findAllByRole('gridcell').then(() => screen.getAllByRole('row').slice(1))
const namesOf = async () => (await rows()).map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)
const listPath = `*${endpoints.users.list.path}`

/** Answers rows of a made-up list, and notes what was asked for. */
function answerMany(total: number) {
  const asked: Record<string, unknown>[] = []
  console_.faults.use(
    http.post(listPath, async ({ request }) => {
      const input = (await request.json()) as { current: number; pageSize: number }
      asked.push(input)
      const from = (input.current - 1) * input.pageSize
      const some = Array.from({ length: Math.max(0, Math.min(input.pageSize, total - from)) }, (_, place) => ({
        id: from + place + 1,
        displayName: `人 ${from + place + 1}`,
        userName: `u${from + place + 1}`,
        role: 'OTHERS',
        status: 'ACTIVE',
        createdAt: '2026-05-01T00:00:00.000Z',
      }))
      return HttpResponse.json({ success: true, data: { list: some, total, current: input.current, pageSize: input.pageSize } })
    }),
  )
  return asked
}

describe('rows', () => {
  test('show each kind of value in the reader’s words, and how many there are', async () => {
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

  test('a thousand are drawn as far as they are in sight', async () => {
    answerMany(5000)
    await open('?size=1000')
    expect(await screen.findByText('人 1')).toBeTruthy()
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001')
    expect((await rows()).length).toBeLessThan(80)
  })

  test('what the store knows better replaces what was loaded', async () => {
    newer = new Map([[3, { displayName: '改了名' }]])
    await open()
    expect(await screen.findByRole('row', { name: /改了名/ })).toBeTruthy()
    newer = new Map()
  })

  test('are asked for anew after a save, here or elsewhere', async () => {
    const asked = answerMany(3)
    const { user } = await open('?open=2')
    await user.click(await screen.findByRole('button', { name: 'save it' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    invalidate('users')
    await waitFor(() => expect(asked).toHaveLength(3))
  })
})

describe('the address', () => {
  test('says what is asked for', async () => {
    const asked = answerMany(300)
    await open('?name=x&status=ACTIVE,DISABLED&sort=-createdAt&page=2&size=100')
    await screen.findByText('人 101')
    expect(asked[0]).toEqual({ name: 'x', status: ['ACTIVE', 'DISABLED'], sort: { field: 'createdAt', order: 'desc' }, current: 2, pageSize: 100 })
  })

  test('follows filters, sort and page, and "back" brings each of them again', async () => {
    const asked = answerMany(30)
    const { user, path: at, back } = await open('?size=10')
    await screen.findByText('人 1')
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: '状态' }))
    await user.click(await screen.findByRole('checkbox', { name: '已停用' }))
    await waitFor(() => expect(at()).toBe('/list?status=DISABLED&size=10'))
    await user.keyboard('{Escape}')
    await user.click(within(screen.getByRole('columnheader', { name: /创建时间/ })).getByRole('button'))
    await waitFor(() => expect(at()).toBe('/list?status=DISABLED&sort=createdAt&size=10'))
    expect(screen.getByRole('columnheader', { name: /创建时间/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(at()).toBe('/list?status=DISABLED&sort=createdAt&page=2&size=10'))
    await screen.findByText('人 11')
    await back()
    await waitFor(() => expect(at()).toBe('/list?status=DISABLED&sort=createdAt&size=10'))
    await back()
    await back()
    await waitFor(() => expect(at()).toBe('/list?size=10'))
    await waitFor(() => expect(asked.at(-1)).toEqual({ sort: { field: 'id', order: 'asc' }, current: 1, pageSize: 10 }))
  })

  test('keeps both of two codes that are ticked before the page has followed', async () => {
    answerMany(30)
    const { user, path: at } = await open()
    await screen.findByText('人 1')
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: '状态' }))
    const [first, second] = await Promise.all(['正常', '已停用'].map((name) => screen.findByRole('checkbox', { name })))
    act(() => {
      first?.click()
      second?.click()
    })
    await waitFor(() => expect(at()).toBe('/list?status=ACTIVE%2CDISABLED'))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  })

  test('a page that is no longer there goes to the last', async () => {
    answerMany(60)
    const { path: at } = await open('?page=9')
    await waitFor(() => expect(at()).toBe('/list?page=2'))
    expect(await screen.findByText('人 60')).toBeTruthy()
  })

  test('coming back from another page, the rows are there at once, with the row one was on', async () => {
    answerMany(300)
    const { user, go, back } = await open('?page=6&size=10')
    const row = (await screen.findByText('人 53')).closest<HTMLElement>('[role=row]')
    row?.focus()
    await user.keyboard('{ArrowDown}')
    await go('/elsewhere')
    await screen.findByText('elsewhere')
    console_.faults.use(http.post(listPath, () => new Promise<Response>(() => {})))
    await back()
    expect(screen.getByText('人 54').closest<HTMLElement>('[role=row]')?.tabIndex).toBe(0)
  })

  test('a text is searched for once its typing rests, and can be cleared', async () => {
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
  test('none that the filters leave: the filters can be cleared', async () => {
    const { user, path: at } = await open('?name=nobody')
    const empty = await screen.findByText('没有符合筛选条件的记录。')
    await user.click(within(empty.closest('[role=status]') as HTMLElement).getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(at()).toBe('/list'))
  })

  test('none at all: says what to do next', async () => {
    answerMany(0)
    await open()
    expect(await screen.findByText(/用“邀请用户”添加第一个/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '导出 0 行' }).hasAttribute('disabled')).toBe(true)
  })

  test('not to be had: says why, keeps the filters, and tries again', async () => {
    console_.faults.use(http.post(listPath, () => HttpResponse.json({ success: false, error: { code: 'UNAVAILABLE', message: '暂时不可用' } }, { status: 503 })))
    const { user, path: at } = await open('?status=ACTIVE')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('暂时不可用'))
    expect(at()).toBe('/list?status=ACTIVE')
    console_.faults.resetHandlers()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('row', { name: /苏日娜/ })).toBeTruthy()
  })
})

describe('the keyboard', () => {
  test('arrows move the row, Enter opens it, Escape closes it', async () => {
    const { user, path: at } = await open()
    const [first] = await rows()
    first?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('苏日娜')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(at()).toBe('/list?open=3'))
    expect(await screen.findByText('details of 3')).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('details of 4')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(at()).toBe('/list'))
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toContain('王芳')
    await user.keyboard('{Home}')
    expect(document.activeElement?.textContent).toContain('平台管理员')
  })

  test('Space selects, Shift selects as far as one goes, Escape lets go', async () => {
    const { user } = await open()
    const [first] = await rows()
    first?.focus()
    await user.keyboard(' ')
    expect(screen.getByRole('toolbar').textContent).toContain('已选 1')
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(screen.getByRole('toolbar').textContent).toContain('已选 3')
    expect((await rows()).filter((row) => row.getAttribute('aria-selected') === 'true')).toHaveLength(3)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('"/" leads to the search, but not while something is typed', async () => {
    const { user } = await open()
    const search = await screen.findByRole('searchbox')
    await user.keyboard('/')
    expect(document.activeElement).toBe(search)
    await user.keyboard('a/b')
    expect(search).toHaveProperty('value', 'a/b')
  })
})

describe('what is done with rows', () => {
  test('says what it will do, asks why, and tells row by row what failed', async () => {
    done.length = 0
    const { user } = await open()
    await screen.findByRole('row', { name: /苏日娜/ })
    for (const name of [/监管负责人/, /苏日娜/, /李娜/]) await user.click(screen.getByRole('checkbox', { name }))
    // One has no role: the action does not fit, and says with how many it is done.
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '启用 2' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('监管负责人和苏日娜')
    await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
    expect(await within(dialog).findByText('请填写原因。')).toBeTruthy()
    await user.type(within(dialog).getByRole('textbox'), '回来了')
    await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
    expect(await within(dialog).findByText('完成 1，失败 1，未执行 0。')).toBeTruthy()
    expect(within(dialog).getByRole('listitem').textContent).toContain('苏日娜')
    expect(done).toContain('supervisor: 回来了')
    await user.click(within(dialog).getByRole('button', { name: '重试 1 项' }))
    await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
    expect(await screen.findByText('已启用 苏日娜')).toBeTruthy()
    expect(done).toContain('pm: 回来了')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  test('a row has its own menu, with what fits it', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '对 苏日娜 的操作' }))
    expect(await screen.findByRole('menuitem', { name: '启用' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '对 李娜 的操作' })).toBeNull()
  })

  test('other filters end the selection', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: /苏日娜/ }))
    await user.type(screen.getByRole('searchbox'), '银行')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })
})

describe('columns', () => {
  test('are chosen, ordered, remembered and reset', async () => {
    const first = await open()
    // They are remembered for who is signed in.
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

describe('a file', () => {
  test('has the filtered rows, the shown columns and the reader’s words', async () => {
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
    expect(lines).toEqual(['姓名,用户名,角色,状态,创建时间（UTC）', '苏日娜,pm,项目经理,正常,2026-05-01T02:00:00.000Z', ''])
    vi.restoreAllMocks()
  })

  test('that can’t be had leaves the list as it is, and says why', async () => {
    const failure = { success: false, error: { code: 'UNAVAILABLE', message: '' } }
    console_.faults.use(http.post('*/user/export', () => HttpResponse.json(failure, { status: 503 })))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '导出 14 行' }))
    await user.click(await screen.findByRole('menuitem', { name: /XLSX/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByText('苏日娜')).toBeTruthy()
  })
})

test('a view is saved, shown by its name, renamed, applied and deleted', async () => {
  const { user, path: at } = await open('?status=DISABLED&sort=-createdAt')
  await screen.findByText('陈伟')
  await user.click(screen.getByRole('button', { name: '我的视图' }))
  await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '停用的')
  await user.click(screen.getByRole('button', { name: '保存当前视图' }))
  await user.click(await screen.findByRole('button', { name: '给视图 停用的 改名' }))
  await user.type(screen.getByRole('textbox', { name: '视图名称' }), '人')
  await user.click(screen.getByRole('button', { name: /^改\s*名$/ }))
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
