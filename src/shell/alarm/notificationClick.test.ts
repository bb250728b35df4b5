import { afterEach, expect, test, vi } from 'vitest'
import { onOpened } from './desktop.ts'

const path = '/dashboard/animal-monitor/alert?open=7'

/** Starts the service worker with those windows of the console. @returns the opened addresses and a click */
async function startWorker(windows: readonly object[]) {
  const opened: string[] = []
  const clients = { matchAll: async () => windows, openWindow: async (to: string) => void opened.push(to) }
  const worker = Object.assign(new EventTarget(), { clients })
  vi.stubGlobal('self', worker)
  vi.resetModules()
  for (const load of Object.values(import.meta.glob('../../public/sw.js'))) await load()
  const click = async () => {
    const [close, under] = [vi.fn(), new Array<unknown>()]
    worker.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification: { close, data: { path } },
        waitUntil: (work: unknown) => under.push(work),
      }),
    )
    await Promise.all(under)
    return { isClosed: close.mock.calls.length === 1, waitedFor: under.length }
  }
  return { opened, click }
}
afterEach(() => void vi.unstubAllGlobals())

test('opens a notification’s path in an open window, brought forward', async () => {
  const container = new EventTarget()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
  const open = vi.fn()
  const forget = onOpened(open)
  const focus = vi.fn(async () => {})
  const postMessage = (data: unknown) => void container.dispatchEvent(new MessageEvent('message', { data }))
  const { opened, click } = await startWorker([{ postMessage, focus }])
  expect(await click()).toEqual({ isClosed: true, waitedFor: 1 })
  forget()
  expect([open.mock.calls, focus.mock.calls.length, opened]).toEqual([[[path]], 1, []])
})

test('opens a new window when none is open', async () => {
  const { opened, click } = await startWorker([])
  expect(await click()).toEqual({ isClosed: true, waitedFor: 1 })
  expect(opened).toEqual([path])
})
