import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { useFaults } from '../store/faults.ts'
import { beginSession, endSession, useSession } from '../store/session.ts'
import { call, fillPath } from './call.ts'

const server = setupServer()
server.listen({ onUnhandledFrame: 'error' })
beforeEach(() => {
  beginSession({ token: 'secret', role: 'SUPERVISOR_PM', userOrgId: 3, organizationRole: 'SUPERVISOR', organizationName: 'x' })
  useFaults.setState({ latest: null, clockSkewMs: null })
})
afterEach(() => {
  server.resetHandlers()
  endSession()
})
afterAll(() => server.close())

const scene = `*${endpoints.monitor.scene.path}`
const answer = (status: number, code = 'INTERNAL', headers: Record<string, string> = {}) =>
  server.use(http.get(scene, () => HttpResponse.json({ success: false, error: { code, message: 'words' } }, { status, headers })))

test('puts fields into the path, and what is left into the body', () => {
  expect(fillPath('/a/{id}/b', { id: 7, comment: 'x' })).toEqual({ path: '/a/7/b', rest: { comment: 'x' } })
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

test('a 401 ends the session and tells nothing else', async () => {
  answer(401, 'NOT_SIGNED_IN')
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 401 })
  expect(useSession.getState().session).toBeNull()
  expect(useFaults.getState().latest).toBeNull()
})

test('another status is told, unless the call is quiet', async () => {
  answer(403, 'NOT_ALLOWED')
  await expect(call(endpoints.monitor.scene, {}, { quiet: true })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(useFaults.getState().latest).toBeNull()
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(useFaults.getState().latest?.fault).toMatchObject({ kind: 'status', status: 403, message: 'words' })
})

test('no answer is a network fault', async () => {
  server.use(http.get(scene, () => HttpResponse.error()))
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER' })
  expect(useFaults.getState().latest?.fault.kind).toBe('network')
})

test('a wrong clock is remembered until the server finds it right', async () => {
  answer(500, 'INTERNAL', { 'x-clock-skew': '600000' })
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 500 })
  expect(useFaults.getState().clockSkewMs).toBe(600_000)
  answer(500)
  await expect(call(endpoints.monitor.scene, {})).rejects.toMatchObject({ status: 500 })
  expect(useFaults.getState().clockSkewMs).toBeNull()
})
