import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../api/call.ts'
import type { Screen } from '../navigation/screen.ts'
import { openTestConsole } from '../testConsole.tsx'
import { describeList } from './describe.ts'
import { ListPage } from './ListPage.tsx'

/** What a test gives the list and takes from it: rows that a store knows better, and what was done with which. */
export const shared = { newer: new Map<number, { displayName: string }>(), done: [] as string[] }

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
        if (row.userName === 'pm' && !shared.done.includes('pm')) {
          shared.done.push('pm')
          await ask(endpoints.users.detail, { id: 4711 })
        }
        shared.done.push(`${row.userName} ${reason}`)
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
  useLive: () => shared.newer,
})
const path = '/list'
const table: Screen[] = [
  { path, titleId: 'user.title', icon: 'users', roles: ['ADMIN_PLATFORM'], load: async () => ({ Component: () => <ListPage list={list} /> }) },
  { path: '/elsewhere', titleId: 'user.title', icon: 'users', roles: ['ADMIN_PLATFORM'], load: async () => ({ Component: () => <p>elsewhere</p> }) },
]

// The row of titles is there before the others have come.
export const rows = () => screen.findAllByRole('gridcell').then(() => screen.getAllByRole('row').slice(1))
export const listPath = `*${endpoints.users.list.path}`

/** A page with a list of the scene's users, as the platform sees it: `open` shows it at a query. */
export async function openTestList() {
  const console_ = await openTestConsole('platform')
  beforeEach(() => {
    shared.newer = new Map()
    shared.done.length = 0
  })


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

  return { console_, open: (query = '') => console_.open(path + query, table), answerMany }
}
