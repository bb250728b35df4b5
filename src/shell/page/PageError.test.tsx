import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api/CallError.ts'
import { LoadingError, useLateChunks } from '../../navigation/loadChunk.ts'
import { useVersion } from '../../api/newVersion.ts'
import type { Screen } from '../../navigation/screen.ts'
import { openTestConsole } from '../../testConsole.tsx'

// loadChunk.test.ts covers the retries of a script.
vi.mock('../../navigation/loadChunk.ts', async (original) => ({
  ...(await original<object>()),
  loadChunk: (load: () => Promise<unknown>) => load(),
}))

const console_ = openTestConsole(undefined, { hasShell: true })
beforeEach(() => useVersion.setState({ isNewer: false }))
afterEach(() => {
  document.head.querySelector('script[data-test]')?.remove()
  console_.reset()
})

const tableWith = (load: Screen['load'], wall = false): Screen[] => [
  { path: '/dashboard/broken', titleId: 'account.own', icon: 'account', roles: 'signedIn', wall, load },
]
const failToLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

async function openBroken(load: Screen['load'], wall?: boolean) {
  console_.signIn('pm')
  return console_.open('/dashboard/broken', tableWith(load, wall))
}

test('shows a broken screen in its place and retries', async () => {
  await openBroken(failToLoad)
  const page = within(await screen.findByRole('main'))
  expect(await page.findByText('页面加载失败')).toBeTruthy()
  expect(document.title).toBe('页面加载失败 · Drover')
  expect(page.getByText('页面加载失败，请检查网络后重试。')).toBeTruthy()
  expect(page.getByRole('button', { name: '重新加载' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy()
})

test('reloads the page once a missing script is available', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  console_.faults.use(http.get('*/health/live', () => HttpResponse.error(), { once: true }))
  try {
    await openBroken(() => Promise.reject(new LoadingError('away')))
    expect(await screen.findByText('页面加载失败。服务器恢复后将自动重新加载。')).toBeTruthy()
    const fetched = vi.spyOn(window, 'fetch')
    vi.advanceTimersByTime(10_000)
    await expect(fetched.mock.results[0]?.value).rejects.toThrow('fetch')
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 10_000 })
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('shows a late screen over the current page', async () => {
  const lateScreen: Screen = {
    path: '/here',
    titleId: 'account.own',
    icon: 'account',
    roles: 'open',
    load: async () => ({ Component: () => <p>here</p> }),
  }
  await console_.open('/here', [lateScreen])
  await screen.findByText('here')
  act(() => useLateChunks.setState({ count: 1 }))
  expect(screen.getByRole('alert').textContent).toBe('尚未全部加载，正在重试…')
  act(() => useLateChunks.setState({ count: 0 }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('offers a reload when the script’s version was replaced', async () => {
  const script = document.createElement('script')
  script.type = 'module'
  script.dataset['test'] = ''
  script.setAttribute('src', '/assets/index-OLD.js')
  document.head.append(script)
  console_.faults.use(
    http.get('*/dashboard', () => HttpResponse.html('<script type="module" src="/assets/index-NEW.js"></script>')),
  )
  await openBroken(failToLoad)
  expect(await screen.findByText('新版本已发布，请重新加载。')).toBeTruthy()
  // Offered above the page, too, and put off.
  const offer = await screen.findByText(/新版本已发布。请先保存内容，再重新加载页面。/)
  within(offer).getByRole('button', { name: '稍后' }).click()
  await vi.waitFor(() => expect(screen.queryByText(/新版本已发布。请先保存内容，再重新加载页面。/)).toBeNull(), {
    timeout: 10_000,
  })
})

test.each([
  [403, 'NOT_ALLOWED', '抱歉，您无权访问此页面。'],
  [404, 'NOT_FOUND', '抱歉，您访问的页面不存在。'],
] as const)('shows the result page for a record answered with %i', async (status, code, words) => {
  await openBroken(() => Promise.reject(new CallError(status, code, '', {})))
  expect(await within(await screen.findByRole('main')).findByText(words)).toBeTruthy()
})
