import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { checkVersion, useVersion } from './newVersion.ts'

const server = setupServer()
server.listen({ onUnhandledFrame: 'error' })
beforeEach(() => {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', '/assets/index-OLD_1.js')
  document.head.replaceChildren(script)
  useVersion.setState({ isNewer: false })
})
afterEach(() => {
  document.head.replaceChildren()
  server.resetHandlers()
})
afterAll(() => server.close())

const serve = (entry: string) =>
  server.use(
    http.get('*/dashboard', () =>
      HttpResponse.html(
        `<head><link rel="modulepreload" href="/assets/react-X.js"><script type="module" crossorigin src="${entry}"></script></head>`,
      ),
    ),
  )

test('reports another entry script as a newer version', async () => {
  serve('/assets/index-NEW-2.js')
  expect(await checkVersion()).toBe(true)
  expect(useVersion.getState().isNewer).toBe(true)
})

test('reports no newer version for the same script', async () => {
  serve('/assets/index-OLD_1.js')
  expect(await checkVersion()).toBe(false)
})

test('reports no newer version when the server fails or names no script', async () => {
  serve('/main.tsx')
  expect(await checkVersion()).toBe(false)
  server.use(http.get('*/dashboard', () => new HttpResponse('<script src="/assets/index-NEW.js">', { status: 503 })))
  expect(await checkVersion()).toBe(false)
  server.use(http.get('*/dashboard', () => HttpResponse.error()))
  expect(await checkVersion()).toBe(false)
  expect(useVersion.getState().isNewer).toBe(false)
})

test('withdraws a newer version that was rolled back', async () => {
  serve('/assets/index-NEW-2.js')
  await checkVersion()
  expect(useVersion.getState()).toEqual({ isNewer: true, entry: '/assets/index-NEW-2.js' })
  serve('/assets/index-OLD_1.js')
  expect(await checkVersion()).toBe(false)
  expect(useVersion.getState()).toEqual({ isNewer: false, entry: null })
})

test('reports no newer version in development', async () => {
  document.head.replaceChildren()
  serve('/assets/index-NEW-2.js')
  expect(await checkVersion()).toBe(false)
})
