import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MapState } from '../mapState.ts'
import { testState } from '../testState.ts'
import { startDrawing, type DrawingInputs } from './drawing.ts'

vi.mock('@deck.gl/maplibre', () => ({
  MapLibreOverlay: class {
    setProps = () => {}
  },
}))

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'fonts')
})

const frameMs = 17

/** A map on an emulated card, which is painted once a drawing is handed over. */
function startOn() {
  const listeners = new Map<string, Set<() => void>>()
  const heard = (event: string) => listeners.get(event) ?? new Set()
  const gl = { getExtension: () => ({ UNMASKED_RENDERER_WEBGL: 1 }), getParameter: () => 'llvmpipe' }
  const map = {
    on: (event: string, listener: () => void) => listeners.set(event, heard(event).add(listener)),
    off: (event: string, listener: () => void) => heard(event).delete(listener),
    addControl: () => {},
    hasControl: () => false,
    getCanvas: () => ({ style: {}, getContext: () => gl }),
    getBounds: () => ({ getWest: () => 115.9, getSouth: () => 43.9, getEast: () => 116.1, getNorth: () => 44.1 }),
    getCenter: () => ({ lng: 116, lat: 44 }),
    getZoom: () => 14,
  }
  const drawn: MapState[] = []
  const onState = (state: MapState) => {
    drawn.push(state)
    for (const listener of heard('render')) listener()
  }
  const drawing = startDrawing(map as never, { read: () => new Map(), listen: () => () => {} }, () => {}, onState)
  return { drawing, drawn, isHeard: () => [...listeners.values()].some((own) => own.size > 0) }
}

/** The first picture, with the typeface there. */
async function settle({ drawing }: ReturnType<typeof startOn>): Promise<DrawingInputs> {
  const inputs: DrawingInputs = testState()
  drawing.set(inputs)
  await vi.advanceTimersByTimeAsync(2000)
  return inputs
}

test('draws a person’s choice with the next frame', async () => {
  const started = startOn()
  const inputs = await settle(started)
  const before = started.drawn.length
  started.drawing.set({ ...inputs, selectedAnimalId: 102 })
  vi.advanceTimersByTime(frameMs)
  started.drawing.set({ ...inputs, selectedAnimalId: 103 })
  vi.advanceTimersByTime(frameMs)
  expect(started.drawn.slice(before).map(({ selectedAnimalId }) => selectedAnimalId)).toEqual([102, 103])
})

test.each(['headcounts', 'gatewayStates'] as const)(
  'draws changing %s at the map’s pace, ending with the last',
  async (key) => {
    const started = startOn()
    const inputs = await settle(started)
    const before = started.drawn.length
    let last: DrawingInputs = inputs
    for (let change = 0; change < 100; change++) {
      last = { ...inputs, [key]: new Map() }
      started.drawing.set(last)
      vi.advanceTimersByTime(100)
    }
    vi.advanceTimersByTime(1000)
    // Six a second at most, where ten changes come in one.
    expect(started.drawn.length - before).toBeLessThanOrEqual(62)
    expect(started.drawn.length - before).toBeGreaterThan(30)
    expect(started.drawn.at(-1)?.[key]).toBe(last[key])
  },
)

test('draws nothing after the end', async () => {
  const started = startOn()
  const inputs = await settle(started)
  started.drawing.stop()
  const before = started.drawn.length
  started.drawing.set({ ...inputs, selectedAnimalId: 101 })
  await vi.advanceTimersByTimeAsync(2000)
  expect([started.drawn.length - before, started.isHeard()]).toEqual([0, false])
})
