import { screen } from '@testing-library/react'
import { http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../api/call.ts'
import type { Screen } from '../navigation/screen.ts'
import { openTestConsole } from '../testConsole.tsx'
import { describeList } from './describe.ts'
import { ListPage } from './ListPage.tsx'

/** Test doubles for the list: newer rows of a store, and a log of actions with their rows. */
export const shared = { newer: new Map<number, { displayName: string }>(), done: [] as string[] }

const list = describeList(endpoints.users.list)({
  noun: 'people',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ displayName }) => displayName,
  sort: { field: 'id', order: 'asc' },
  columns: {
    displayName: { titleId: 'user.displayName' },
    userName: { titleId: 'user.userName' },
    role: { titleId: 'user.role', words: (role) => `role.${role}` },
    status: { titleId: 'user.status', words: (status) => `userStatus.${status}`, tone: () => 'neutral' },
    createdAt: { titleId: 'user.createdAt' },
    email: { titleId: 'user.email', hidden: true },
  },
  filters: [
    { field: 'name', titleId: 'user.search' },
    { field: 'status', titleId: 'user.status', words: (status) => `userStatus.${status}` },
  ],
  actions: [
    {
      key: 'greet',
      titleId: 'user.enable',
      appliesTo: ({ role }) => role !== null,
      confirmId: 'user.enableText',
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
      <input aria-label="remark" />
      <button type="button" onClick={close}>
        close it
      </button>
      <button
        type="button"
        onClick={() => void call(endpoints.users.setStatus, { ids: [id], status: 'ACTIVE', reason: 'back' })}
      >
        save it
      </button>
    </>
  ),
  Toolbar: () => <button type="button">add one</button>,
  useLive: () => shared.newer,
})
/** A list with more rows than a page holds. */
const events = describeList(endpoints.securityEvents.list)({
  noun: 'events',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: ({ userName }) => userName ?? '',
  columns: { userName: { titleId: 'user.userName' } },
  filters: [{ field: 'name', titleId: 'user.search' }],
  actions: [
    { key: 'greet', titleId: 'user.enable', appliesTo: () => true, doneId: 'user.enabled', run: async () => {} },
  ],
})
const screenOf = (path: string, Component: () => ReactNode): Screen => ({
  path,
  titleId: 'user.title',
  icon: 'users',
  roles: ['ADMIN_PLATFORM'],
  load: async () => ({ Component }),
})
const table = [
  screenOf('/list', () => <ListPage list={list} />),
  screenOf('/events', () => <ListPage list={events} />),
  screenOf('/elsewhere', () => <p>elsewhere</p>),
]

// The title row renders before the other rows load.
export const rows = () => screen.findAllByRole('gridcell').then(() => screen.getAllByRole('row').slice(1))
export const listPath = `*${endpoints.users.list.path}`

/**
 * Opens pages with lists as the platform role. `open` shows the scene's users with a query.
 * `openEvents` shows their security events: 1,200 events of `robot`.
 */
export function openTestList() {
  const console_ = openTestConsole('platform')
  beforeEach(() => {
    shared.newer = new Map()
    shared.done.length = 0
  })

  /** Records the input of the list's calls, and lets the server answer. */
  function recordCalls({ path }: Endpoint = endpoints.users.list) {
    const inputs: unknown[] = []
    console_.faults.use(
      http.post(`*${path}`, async ({ request }) => {
        inputs.push(await request.clone().json())
      }),
    )
    return inputs
  }

  return {
    console_,
    open: (query = '') => console_.open(`/list${query}`, table),
    openEvents: (query: string) => console_.open(`/events${query}`, table),
    noteAsked: recordCalls,
  }
}
