import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSound } from '../../store/alarm/sound.ts'
import { openTestConsole } from '../../testConsole.tsx'

// Neither has a canvas here; both have tests of their own.
vi.mock('../../map/FarmMap.tsx', () => ({ FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div> }))
vi.mock('../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} /> }))

const console_ = await openTestConsole()
const words = '浏览器阻止了声音，告警不会响铃。'

/** A browser that lets no page sound that nobody has touched. */
class BlockedAudio {
  state = 'suspended'
  resume = () => new Promise<void>(() => {})
}

beforeEach(() => vi.stubGlobal('AudioContext', BlockedAudio))
afterEach(() => {
  vi.unstubAllGlobals()
  useSound.setState(useSound.getInitialState(), true)
})

test.each([
  ['/dashboard/animal-monitor/alert', 1],
  ['/dashboard/animal-monitor/monitor', 1],
  ['/dashboard/animal-monitor/pen/list', 0],
])('on %s it is told that sound is blocked %d times', async (path, told) => {
  console_.signIn('pm')
  await console_.open(path)
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'), { timeout: 10_000 })
  expect(screen.queryAllByText(words).length).toBe(told)
}, 30_000)

test('elsewhere it is told once an alert was not heard', async () => {
  console_.signIn('pm')
  await console_.open('/dashboard/animal-monitor/pen/list')
  await waitFor(() => expect(useSound.getState().state).toBe('blocked'), { timeout: 10_000 })
  // The herd is not heard any more, which raises what sounds.
  await act(() => console_.server.moveTo(console_.server.now + 3 * 3_600_000))
  expect(await screen.findByText(words, {}, { timeout: 10_000 })).toBeTruthy()
}, 40_000)
