import { QueryObserver } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useFailures } from './failures.ts'
import { callQuery, invalidate, queryClient } from './queries.ts'
import { describeReference } from './references.ts'
import { beginSession, endSession } from './session.ts'

const server = setupServer()
server.listen({ onUnhandledFrame: 'error' })
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  beginSession({
    token: 'secret',
    role: 'SUPERVISOR_PM',
    userOrgId: 3,
    organizationRole: 'SUPERVISOR',
    organizationName: 'x',
  })
  useFailures.setState({ latest: null, reportedCauses: new Set() })
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
  endSession()
})
afterAll(() => server.close())

const scene = `*${endpoints.monitor.scene.path}`
const empty = { farms: [], pens: [], gateways: [], projects: [] }
let requestCount = 0

function answer(status: number, code = 'INTERNAL') {
  requestCount = 0
  server.use(
    http.get(scene, () => {
      requestCount++
      return status === 200
        ? HttpResponse.json({ success: true, data: empty })
        : HttpResponse.json({ success: false, error: { code, message: '' } }, { status })
    }),
  )
}

/** Loads once and skips the pauses between retries. */
async function load(shows?: () => boolean) {
  const options = callQuery(endpoints.monitor.scene, {}, shows ? { shows } : {})
  const loading = queryClient
    .fetchQuery({ ...options, retry: queryClient.getDefaultOptions().queries?.retry ?? false })
    .catch((error: unknown) => error)
  let isDone = false
  void loading.then(() => (isDone = true))
  while (!isDone) await vi.advanceTimersByTimeAsync(100)
  return loading
}

const notificationCount = () => useFailures.getState().latest?.number ?? 0

test.each([
  [503, 'UNAVAILABLE', 3],
  [502, 'INTERNAL', 3],
  [500, 'INTERNAL', 1],
  [404, 'NOT_FOUND', 1],
] as const)('tries a load that fails with %i %s, %i times', async (status, code, times) => {
  answer(status, code)
  expect(await load()).toMatchObject({ status })
  expect(requestCount).toBe(times)
})

test('notifies of a failure once per cause, and again after recovery', async () => {
  answer(500)
  await load()
  await load()
  expect(notificationCount()).toBe(1)
  answer(200)
  await load()
  answer(500)
  await load()
  expect(notificationCount()).toBe(2)
})

test('shows no notification for an error that the screen shows', async () => {
  answer(500)
  await load(() => true)
  expect(notificationCount()).toBe(0)
})

test('hides loaded data from the next user', async () => {
  answer(200)
  await load()
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  endSession('signedOut')
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('invalidates only queries of the saved noun', async () => {
  answer(200)
  await load()
  const isStale = () => queryClient.getQueryState(callQuery(endpoints.monitor.scene, {}).queryKey)?.isInvalidated
  invalidate('goals')
  expect(isStale()).toBe(false)
  invalidate('monitor')
  expect(isStale()).toBe(true)
})

test('aborts a load that nobody waits for', async () => {
  const ended = new Promise<void>((resolve) => {
    server.use(
      http.get(
        scene,
        ({ request }) => new Promise<Response>(() => request.signal.addEventListener('abort', () => resolve())),
      ),
    )
  })
  const options = callQuery(endpoints.monitor.scene, {})
  const loading = queryClient.fetchQuery(options).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(50)
  await queryClient.cancelQueries({ queryKey: options.queryKey })
  await Promise.all([loading, ended])
  expect(notificationCount()).toBe(0)
})

test('requests names by id, a thousand at a time', async () => {
  const batchSizes: number[] = []
  server.use(
    http.post(`*${endpoints.users.list.path}`, async ({ request }) => {
      const { ids } = (await request.json()) as { ids: number[] }
      batchSizes.push(ids.length)
      return HttpResponse.json({
        success: true,
        data: {
          list: ids.filter((id) => id !== 2999).map((id) => ({ id, displayName: `user ${id}` })),
          total: ids.length,
        },
      })
    }),
  )
  const reference = describeReference({
    list: endpoints.users.list,
    search: 'name',
    nameOf: ({ displayName }) => displayName,
  })
  const ids = Array.from({ length: 1500 }, (_, index) => index + 1500)
  const names = new Map((await reference.names(ids, new AbortController().signal)).map(({ id, name }) => [id, name]))
  expect(batchSizes).toEqual([1000, 500])
  expect([1500, 2000, 2999].map((id) => names.get(id))).toEqual(['user 1500', 'user 2000', undefined])
})

test('loads all choices page by page, at most ten pages', async () => {
  const total = { users: 2500 }
  const pages: number[] = []
  server.use(
    http.post(`*${endpoints.users.list.path}`, async ({ request }) => {
      const { current, pageSize } = (await request.json()) as { current: number; pageSize: number }
      pages.push(current)
      const length = Math.max(0, Math.min(pageSize, total.users - (current - 1) * pageSize))
      const list = Array.from({ length }, (_, row) => ({ id: (current - 1) * pageSize + row + 1, displayName: 'u' }))
      return HttpResponse.json({ success: true, data: { list, total: total.users } })
    }),
  )
  const { all } = describeReference({
    list: endpoints.users.list,
    search: 'name',
    nameOf: ({ displayName }) => displayName,
  })
  const choices = await all(new AbortController().signal)
  expect([choices.length, choices.at(-1)?.id, pages]).toEqual([2500, 2500, [1, 2, 3]])
  total.users = 30_000
  expect(await all(new AbortController().signal)).toHaveLength(10_000)
})

test('pauses polling while hidden and polls an overdue query when shown', async () => {
  answer(200)
  const look = (visibility: DocumentVisibilityState) => {
    visible.mockReturnValue(visibility)
    window.dispatchEvent(new Event('visibilitychange'))
  }
  const visible = vi.spyOn(document, 'visibilityState', 'get')
  const observer = new QueryObserver(queryClient, callQuery(endpoints.monitor.scene, {}, { intervalMs: 15_000 }))
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(empty), { timeout: 10_000 })
  const before = requestCount
  look('hidden')
  look('visible')
  expect(observer.getCurrentResult().isFetching).toBe(false)
  look('hidden')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15_000)
  look('visible')
  await vi.waitFor(() => expect(requestCount).toBe(before + 1), { timeout: 10_000 })
  stop()
  vi.restoreAllMocks()
})
