import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dragged, frameOf, hasRatio, outputSize, middle } from './crop.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })
const ratio = fc.double({ min: 0.2, max: 5, noNaN: true })
const choice = fc.record({
  across: fc.double({ min: 0, max: 1, noNaN: true }),
  down: fc.double({ min: 0, max: 1, noNaN: true }),
  zoom: fc.double({ min: 1, max: 4, noNaN: true }),
})

test('keeps the ratio and stays within the picture', () => {
  fc.assert(
    fc.property(size, ratio, choice, (picture, wanted, chosen) => {
      const { x, y, width, height } = frameOf(picture, wanted, chosen)
      expect(width / height).toBeCloseTo(wanted, 5)
      for (const [from, length, room] of [
        [x, width, picture.width],
        [y, height, picture.height],
      ] as const) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from + length).toBeLessThanOrEqual(room + 1e-6)
      }
    }),
  )
})

test('is centred and as large as possible without a zoom', () => {
  expect(frameOf({ width: 1000, height: 1000 }, 2, middle)).toEqual({ x: 0, y: 250, width: 1000, height: 500 })
  expect(frameOf({ width: 3200, height: 500 }, 3.2, middle)).toEqual({ x: 800, y: 0, width: 1600, height: 500 })
})

test('follows the pointer until the picture’s edge', () => {
  const picture = { width: 1000, height: 1000 }
  const before = frameOf(picture, 2, middle)
  const after = frameOf(picture, 2, dragged(picture, 2, middle, { across: 0.3, down: 0.1 }))
  expect(after.y).toBeCloseTo(before.y - 50, 6)
  expect(after.x).toBe(before.x)
  expect(dragged(picture, 2, middle, { across: 0, down: 9 }).down).toBe(0)
})

test('recognises a picture of the ratio and shrinks a large one', () => {
  expect(hasRatio({ width: 1601, height: 500 }, 3.2)).toBe(true)
  expect(hasRatio({ width: 1500, height: 500 }, 3.2)).toBe(false)
  expect(outputSize({ width: 5120, height: 1600 })).toEqual({ width: 2560, height: 800 })
  expect(outputSize({ width: 640, height: 200 })).toEqual({ width: 640, height: 200 })
})
