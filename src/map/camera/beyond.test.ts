import { expect, test, vi } from 'vitest'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { hiddenPartsOf, centreOnSeen, seenSize } from './beyond.ts'

/** A map's container in its box. */
function containerIn(boxWidth: number, width: number, direction: 'ltr' | 'rtl' = 'ltr'): HTMLElement {
  const [box, container] = [document.createElement('div'), document.createElement('div')]
  container.style.direction = direction
  box.append(container)
  document.body.append(box)
  Object.defineProperties(box, { clientWidth: { value: boxWidth } })
  Object.defineProperties(container, { clientWidth: { value: width }, clientHeight: { value: 600 } })
  return container
}

function mapIn(container: HTMLElement, padding = { top: 0, bottom: 0, left: 0, right: 0 }) {
  const setPadding = vi.fn()
  const map = {
    getContainer: () => container,
    getPadding: () => padding,
    setPadding,
  } as Partial<MapLibreMap> as MapLibreMap
  return { map, setPadding }
}

test('measures the hidden part at the end of the line', () => {
  expect(hiddenPartsOf(containerIn(500, 900))).toEqual({ left: 0, right: 400 })
  expect(hiddenPartsOf(containerIn(500, 900, 'rtl'))).toEqual({ left: 400, right: 0 })
  expect(hiddenPartsOf(containerIn(900, 900))).toEqual({ left: 0, right: 0 })
  expect(seenSize(containerIn(500, 900))).toEqual({ clientWidth: 500, clientHeight: 600 })
})

test('centres the map on its visible part only when needed', () => {
  const shown = mapIn(containerIn(500, 900))
  centreOnSeen(shown.map)
  expect(shown.setPadding).toHaveBeenCalledExactlyOnceWith({ top: 0, bottom: 0, left: 0, right: 400 })
  const same = mapIn(containerIn(500, 900), { top: 0, bottom: 0, left: 0, right: 400 })
  centreOnSeen(same.map)
  expect(same.setPadding).not.toHaveBeenCalled()
  const whole = mapIn(containerIn(900, 900), { top: 0, bottom: 0, left: 0, right: 400 })
  centreOnSeen(whole.map)
  expect(whole.setPadding).toHaveBeenCalledExactlyOnceWith({ top: 0, bottom: 0, left: 0, right: 0 })
})
