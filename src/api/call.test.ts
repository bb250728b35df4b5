import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace, useFailures } from './failures.ts'
import { beforeSessionEnds, beginSession, endSession, useSession } from './session.ts'
import { call } from './call.ts'
import { fillPath } from './request.ts'

const server = setupServer()
server.listen({ onUnhandledFrame: 'error' })
beforeEach(() => {
  beginSession({
    token: 'secret',
    role: 'SUPERVISOR_PM',
    userOrgId: 3,
    organizationRole: 'SUPERVISOR',
    organizationName: 'x',
  })
  useFailures.setState({ latest: null, reportedCauses: new Set(), clockSkewMs: null })
})
afterEach(() => {
  server.resetHandlers()
  endSession()
})
afterAll(() => server.close())

const scene = `*${endpoints.monitor.scene.path}`
const answer = (status: number, code = 'INTERNAL', headers: Record<string, string> = {}) =>
  server.use(
    http.get(scene, () =>
      HttpResponse.json({ success: false, error: { code, message: 'words' } }, { status, headers }),
    ),
  )

test('puts fields into the path and the others into the body', () => {
  expect(fillPath('/a/{id}/b', { id: 7, comment: 'x' })).toEqual({ path: '/a/7/b', remaining: { comment: 'x' } })
})

test('carries the token, the time and the language', async () => {
  let headers = new Headers()
  server.use(
    http.get(scene, ({ request }) => {
      headers = request.headers
      return HttpResponse.json({ success: true, data: { farms: [], pens: [], gateways: [], projects: [] } })
    }),
  )
  await call(endpoints.monitor.scene, {})
  expect(headers.get('x-auth-token')).toBe('secret')
  expect(Number(headers.get('x-auth-timestamp'))).toBeGreaterThan(1.7e12)
  expect(headers.get('accept-language')).toBe('zh-CN')
})

test('ends the session on a 401, without a notification', async () => {
  answer(401, 'NOT_SIGNED_IN')
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 401 })
  expect(useSession.getState().session).toBeNull()
  expect(useFailures.getState().latest).toBeNull()
})

test('announces the end once, before the session is gone, on several 401s', async () => {
  answer(401, 'NOT_SIGNED_IN')
  const endings: [string, string | undefined][] = []
  const stop = beforeSessionEnds((ending) => endings.push([ending, useSession.getState().session?.token]))
  await Promise.allSettled([1, 2, 3].map(() => call(endpoints.monitor.scene, {})))
  stop()
  expect(endings).toEqual([['ended', 'secret']])
})

test('keeps a new session when an earlier session’s call gets 401', async () => {
  server.use(
    http.get(scene, () => {
      beginSession({ token: 'newer', role: null, userOrgId: null, organizationRole: null, organizationName: null })
      return HttpResponse.json({ success: false, error: { code: 'NOT_SIGNED_IN', message: '' } }, { status: 401 })
    }),
  )
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 401 })
  expect(useSession.getState().session?.token).toBe('newer')
})

test('keeps the session and shows no notification on a refused login', async () => {
  server.use(
    http.post(`*${endpoints.auth.login.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'BAD_CREDENTIALS', message: 'no' } }, { status: 401 }),
    ),
  )
  await expect(call(endpoints.auth.login, { type: 'account', userName: 'a', password: 'b' })).rejects.toMatchObject({
    code: 'BAD_CREDENTIALS',
  })
  expect(useSession.getState().session?.token).toBe('secret')
  expect(useFailures.getState().latest).toBeNull()
})

test('leads to a due second factor without a notification', async () => {
  answer(403, 'TWO_FACTOR_DUE')
  const before = useFailures.getState().twoFactorDue
  await expect(call(endpoints.monitor.scene, {}, { shows: inPlace })).rejects.toMatchObject({ code: 'TWO_FACTOR_DUE' })
  expect(useFailures.getState().twoFactorDue).toBe(before + 1)
  expect(useFailures.getState().latest).toBeNull()
})

test('shows no notification for an error that the screen shows', async () => {
  answer(409, 'CONFLICT')
  await expect(call(endpoints.monitor.scene, {}, { shows: inPlace })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(call(endpoints.monitor.scene, {}, { shows: ({ code }) => code === 'CONFLICT' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(useFailures.getState().latest).toBeNull()
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(useFailures.getState().latest?.error).toMatchObject({ code: 'CONFLICT' })
})

test('reports an answer without an envelope as INTERNAL', async () => {
  server.use(http.get(scene, () => new HttpResponse('<html>a proxy’s own page</html>')))
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ code: 'INTERNAL', message: '' })
  expect(useFailures.getState().latest?.error).toMatchObject({ status: 200, message: '' })
})

test('shows no notification for an aborted call', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
  )
  const abort = new AbortController()
  const calling = call(endpoints.monitor.scene, {}, { signal: abort.signal })
  abort.abort()
  await expect(calling).rejects.toMatchObject({ code: 'ABORTED' })
  vi.unstubAllGlobals()
  expect(useFailures.getState().latest).toBeNull()
})

test('notifies of a 403 unless the caller shows it', async () => {
  answer(403, 'NOT_ALLOWED')
  await expect(call(endpoints.monitor.scene, {}, { shows: inPlace })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(useFailures.getState().latest).toBeNull()
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(useFailures.getState().latest?.error).toMatchObject({
    status: 403,
    message: 'words',
    url: endpoints.monitor.scene.path,
  })
})

test('reports a network failure when there is no answer', async () => {
  server.use(http.get(scene, () => HttpResponse.error()))
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER' })
  expect(useFailures.getState().latest?.error.status).toBe(0)
})

test.each([
  ['broken off by the network', false, 'NO_ANSWER'],
  ['given up by the caller', true, 'ABORTED'],
])('rejects an answer %s halfway', async (_how, isGivenUp, code) => {
  const abort = new AbortController()
  server.use(
    http.get(scene, () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isGivenUp) abort.abort()
          controller.error(new Error('cut'))
        },
      })
      return new HttpResponse(body, { headers: { 'content-type': 'application/json' } })
    }),
  )
  await expect(call(endpoints.monitor.scene, {}, { signal: abort.signal })).rejects.toMatchObject({ status: 0, code })
})

test('remembers a wrong clock until the server accepts it', async () => {
  answer(500, 'INTERNAL', { 'x-clock-skew': '600000' })
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 500 })
  expect(useFailures.getState().clockSkewMs).toBe(600_000)
  answer(500)
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 500 })
  expect(useFailures.getState().clockSkewMs).toBeNull()
})
