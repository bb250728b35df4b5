import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Status } from '#contract/live/live.ts'
import { useClock } from '../../../store/clock.ts'
import { useStatus } from '../../../store/status.ts'
import { useWallBeat } from './useWallBeat.ts'

const said: boolean[] = []
const account = { isDisplay: true }
vi.mock('../../../store/live.ts', () => ({ reportWallPainted: (isShown: boolean) => said.push(isShown) }))
vi.mock('../../../store/account.ts', () => ({ useAccount: () => account }))

/** The frames that the browser was asked for and has not drawn. */
let frames: FrameRequestCallback[] = []
const draw = () => {
  for (let round = 0; round < 2; round++) for (const frame of frames.splice(0)) frame(0)
}
const hear = () =>
  useStatus.setState({
    status: { herdAt: 0, speed: 1, database: { up: true, since: 0 }, broker: { up: true, since: 0 } } satisfies Status,
  })
const commit = (nowMs: number) => act(() => useClock.setState({ nowMs }))

beforeEach(() => {
  said.length = 0
  frames = []
  account.isDisplay = true
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation(() => void frames.splice(0))
  useClock.setState({ nowMs: 0 })
  history.replaceState(null, '', '/dashboard/animal-monitor/monitor')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  useStatus.setState(useStatus.getInitialState(), true)
})

test('reports a healthy wall every ten seconds', () => {
  renderHook(useWallBeat)
  draw()
  expect(said).toEqual([])
  act(hear)
  draw()
  expect(said).toEqual([true])
  act(hear)
  commit(9_000)
  draw()
  expect(said).toEqual([true])
  commit(10_000)
  draw()
  expect(said).toEqual([true, true])
})

test.each([
  [
    'whose browser draws nothing',
    () => {
      act(hear)
      commit(10_000)
    },
  ],
  [
    'that takes in no heartbeat of the server',
    () => {
      commit(10_000)
      draw()
      commit(20_000)
      draw()
    },
  ],
  [
    'whose page is committed no more',
    () => {
      act(hear)
      draw()
    },
  ],
])('a wall %s is silent', (_name, go) => {
  act(hear)
  renderHook(useWallBeat)
  draw()
  said.length = 0
  go()
  expect(said).toEqual([])
})

test('reports a page change, but no crash and no person’s page', () => {
  act(hear)
  const crashed = renderHook(useWallBeat)
  draw()
  crashed.unmount()
  expect(said).toEqual([true])
  const left = renderHook(useWallBeat)
  history.replaceState(null, '', '/user/login')
  left.unmount()
  expect(said).toEqual([true, false])
  account.isDisplay = false
  renderHook(useWallBeat)
  draw()
  expect(said).toEqual([true, false])
})
