// @vitest-environment node
import { expect, test } from 'vitest'
import { pagesOf, placesOn, sheets } from './sheets.ts'

test.each(Object.entries(sheets))(
  'fits the labels of %s on its page',
  (_name, { columns, rows, width, height, page }) => {
    expect(columns * width).toBeLessThanOrEqual(page[0])
    expect(rows * height).toBeLessThanOrEqual(page[1])
  },
)

test.each([
  ['a page and one', 25, 1, [24, 1]],
  ['none', 0, 1, []],
  ['from the last place on', 2, 24, [24, 1]],
  ['from beyond the page', 1, 99, [24]],
])('%s', (_name, count, first, sizes) => {
  const labels = Array.from({ length: count }, (_label, place) => place)
  const pages = pagesOf(labels, sheets.a4x24, first)
  expect(pages.map((page) => page.length)).toEqual(sizes)
  expect(pages.flat().filter((label) => label !== null)).toEqual(labels)
  expect(placesOn(sheets.a4x24)).toBe(24)
})
