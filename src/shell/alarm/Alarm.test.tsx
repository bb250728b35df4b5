import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { beginSession } from '../../api/session.ts'
import { accountNow } from '../../store/account.ts'
import { useSound } from '../../store/alarm/sound.ts'
import { openTestConsole } from '../../testConsole.tsx'

// Neither has a canvas here; both have tests of their own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))
vi.mock('../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const console_ = openTestConsole(undefined, { hasShell: true })
const words = '浏览器已禁用声音，告警时不会响铃。'

/** A browser that lets no page sound that nobody has touched. */
class BlockedAudio {
  state = 'suspended'
  resume = () => new Promise<void>(() => {})
}

/** One that a wall's browser allows at once: it notes the tones. */
const tones: number[] = []
class HeardAudio {
  state = 'running'
  currentTime = 0
  destination = {}
  resume = async () => {}
  createOscillator() {
    const frequency = { value: 0 }
    return { frequency, connect: (to: unknown) => to, start: () => void tones.push(frequency.value), stop: () => {} }
  }
  createGain = () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
    connect: (to: unknown) => to,
  })
}

/** The page is a wall that somebody has paired. */
async function beWall(userName: 'supervisor' | 'bank'): Promise<void> {
  const { code, secret } = await console_.callAs(userName, endpoints.displays.begin, {})
  await console_.callAs(userName, endpoints.displays.pair, { code, name: '值班室' })
  const { login } = await console_.callAs(userName, endpoints.displays.claim, { secret })
  if (login === null) throw new Error('the wall is not paired')
  beginSession(login)
}

const monitor = '/dashboard/animal-monitor/monitor'

beforeEach(() => vi.stubGlobal('AudioContext', BlockedAudio))
afterEach(() => {
  vi.unstubAllGlobals()
  useSound.setState(useSound.getInitialState(), true)
})

test.each([
  ['/dashboard/animal-monitor/alert', 1],
  ['/dashboard/animal-monitor/monitor', 1],
  ['/dashboard/animal-monitor/pen/list', 0],
])('warns on %s of blocked sound %d times', async (path, told) => {
  console_.signIn('pm')
  await console_.open(path)
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  expect(screen.queryAllByText(words).length).toBe(told)
})

test('warns on other pages once an alert was not heard', { tags: 'long' }, async () => {
  console_.signIn('pm')
  await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  // The herd is not heard any more, which raises what sounds.
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('warns on a paired wall that sound is blocked', async () => {
  await beWall('supervisor')
  await console_.open(monitor)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('sounds on a paired wall for a critical alert', async () => {
  await console_.renew()
  tones.length = 0
  vi.stubGlobal('AudioContext', HeardAudio)
  await beWall('supervisor')
  await console_.open(monitor)
  await waitFor(() => expect(useSound.getState().state).toBe('ready'))
  await screen.findAllByText('敖包牧场')
  expect(tones).toEqual([])
  for (let minute = 1; minute <= 2; minute++) {
    const at = console_.server.now + 60_000
    await act(() => console_.server.moveTo(at))
    await console_.server.ingest({
      gateway: 'AC233F000001',
      readings: [{ neckband: 'AC233F100001', at, longitude: 116.0807, latitude: 43.9397 }],
    })
  }
  await waitFor(() => expect(tones.slice(0, 5)).toEqual([880, 660, 880, 660, 880]))
})

test('stays silent on the wall of a bank', async () => {
  vi.stubGlobal('AudioContext', HeardAudio)
  await beWall('bank')
  await console_.open(monitor)
  await screen.findAllByText('敖包牧场')
  await waitFor(() => expect(accountNow()?.isDisplay).toBe(true))
  await screen.findByText(/^实时/)
  expect(useSound.getState().state).toBe('none')
  expect(screen.queryByText(words)).toBeNull()
})

test('notifies the desktop of a new alert and opens it', async () => {
  class Shown extends EventTarget {
    static permission = 'granted'
    static all: Shown[] = []
    readonly title: string
    readonly options: { body: string; tag: string }
    close = vi.fn()
    constructor(title: string, options: { body: string; tag: string }) {
      super()
      this.title = title
      this.options = options
      Shown.all.push(this)
    }
  }
  vi.stubGlobal('Notification', Shown)
  await console_.renew()
  console_.signIn('pm')
  const { path } = await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  // Those that were open when the page came are no news.
  expect(Shown.all).toEqual([])
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  await waitFor(() => expect(Shown.all.length).toBeGreaterThan(0))
  const [first] = Shown.all
  expect(first?.title).toMatch(/^(紧急|重要)：/)
  const id = /^alert (\d+)$/.exec(first?.options.tag ?? '')?.[1]
  expect(first?.options.body).not.toBe('')
  act(() => void first?.dispatchEvent(new Event('click')))
  await waitFor(() => expect(path()).toBe(`/dashboard/animal-monitor/alert?open=${id}`))
  expect(first?.close).toHaveBeenCalled()
})

test('shows no notification without permission', { tags: 'long' }, async () => {
  const made = vi.fn()
  vi.stubGlobal(
    'Notification',
    Object.assign(
      function Denied() {
        made()
      },
      { permission: 'denied' },
    ),
  )
  await console_.renew()
  console_.signIn('pm')
  await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(made).not.toHaveBeenCalled()
})

/** Chrome on Android, which lets service workers alone show a notification. */
function beAndroid(worker: object) {
  function Illegal() {
    throw new TypeError("Failed to construct 'Notification': Illegal constructor")
  }
  vi.stubGlobal('Notification', Object.assign(Illegal, { permission: 'granted' }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: worker }))
}
const notedOfDesktop = async () => {
  const { list } = await console_.callAs('pm', endpoints.alertDeliveries.list, { pageSize: 100 })
  return [
    ...new Set(list.filter(({ channel }) => channel === 'DESKTOP').map(({ state, fault }) => `${state} ${fault}`)),
  ]
}

test('notifies through a service worker and opens the alert', { tags: 'long' }, async () => {
  const shown: { title: string; options: { tag: string; data: { path: string } } }[] = []
  const registered: string[] = []
  // It is there once it was asked for.
  const begun = Promise.withResolvers<object>()
  const worker = Object.assign(new EventTarget(), {
    getRegistration: async () => (registered.length > 0 ? await begun.promise : undefined),
    register: async (script: string) => {
      registered.push(script)
      begun.resolve({ showNotification: async (title: string, options: never) => void shown.push({ title, options }) })
    },
    ready: begun.promise,
  })
  beAndroid(worker)
  await console_.renew()
  console_.signIn('pm')
  const { path } = await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  await waitFor(() => expect(shown.length).toBeGreaterThan(0))
  expect(shown[0]?.title).toMatch(/^(紧急|重要)：/)
  await expect.poll(notedOfDesktop).toEqual(['SENT null'])
  expect(registered).toEqual(['/sw.js'])
  const opened = shown[0]?.options.data.path
  expect(opened).toBe(`/dashboard/animal-monitor/alert?open=${/\d+/.exec(shown[0]?.options.tag ?? '')?.[0]}`)
  act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { openedPath: opened } })))
  await waitFor(() => expect(path()).toBe(opened))
})

test('records a blocked notification when no service worker is possible', { tags: 'long' }, async () => {
  beAndroid(
    Object.assign(new EventTarget(), {
      getRegistration: async () => undefined,
      register: async () => {
        throw new DOMException('no worker here', 'SecurityError')
      },
    }),
  )
  await console_.renew()
  console_.signIn('pm')
  const { path } = await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'))
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  expect(await screen.findByText(words)).toBeTruthy()
  await expect.poll(notedOfDesktop).toEqual(['FAILED BLOCKED'])
  expect(path()).toBe('/dashboard/animal-monitor/pen/list')
})

test('lists sound and blocked notifications among the deliveries', async () => {
  await console_.renew()
  vi.stubGlobal('AudioContext', HeardAudio)
  console_.signIn('pm')
  await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('ready'))
  for (let minute = 1; minute <= 2; minute++) {
    const at = console_.server.now + 60_000
    await act(() => console_.server.moveTo(at))
    await console_.server.ingest({
      gateway: 'AC233F000001',
      readings: [{ neckband: 'AC233F100001', at, longitude: 116.0807, latitude: 43.9397 }],
    })
  }
  const noted = async () => {
    const { list } = await console_.callAs('pm', endpoints.alertDeliveries.list, { pageSize: 100 })
    return list
      .filter(({ channel }) => channel === 'SOUND' || channel === 'DESKTOP')
      .map(({ channel, state, fault }) => `${channel} ${state} ${fault}`)
      .toSorted()
  }
  await expect.poll(noted).toEqual(['DESKTOP FAILED BLOCKED', 'SOUND SENT null'])
})
