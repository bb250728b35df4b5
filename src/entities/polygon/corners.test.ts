// @vitest-environment node
import { expect, test } from 'vitest'
import { polygonInputSchema } from '#contract/values/polygons.ts'
import { readCorners, writeCorners } from './corners.ts'

const triangle = [
  [116.1, 44],
  [116.2, 44],
  [116.2, 44.1],
  [116.1, 44],
]

test.each([
  ['nothing', ' \n ', null],
  ['three corners', '116.1, 44\n116.2, 44\n116.2, 44.1', [triangle]],
  ['a ring that is closed already', '116.1, 44\n116.2, 44\n116.2, 44.1\n116.1, 44', [triangle]],
  ['other separators', '116.1 44\n116.2，44\n 116.2;\t44.1 ', [triangle]],
  [
    'a hole after an empty line',
    '116.1, 44\n116.2, 44\n116.2, 44.1\n  \n116.1, 44\n116.2, 44\n116.2, 44.1\n',
    [triangle, triangle],
  ],
])('%s', (_name, text, coordinates) => {
  expect(readCorners(text)?.coordinates ?? null).toEqual(coordinates)
})

test('writes corners as they were read', () => {
  const text = '116.1, 44\n116.2, 44\n116.2, 44.1\n\n-46.63331, -23.5\n-46.7, -23.5\n-46.7, -23.6'
  expect(writeCorners(readCorners(text)!)).toBe(text)
})

test.each([
  ['a word', '116.1, 44\n116.2, north\n116.2, 44.1', 'coordinates.0.1.1'],
  ['three numbers', '116.1, 44\n116.2, 44\n116.2, 44.1, 12', 'coordinates.0.2.0'],
  ['an exponent', '1161e-1, 44\n116.2, 44\n116.2, 44.1', 'coordinates.0.0.0'],
  ['one corner', '116.1, 44', 'coordinates.0'],
])('rejects %s and names its line', (_name, text, path) => {
  const issues = polygonInputSchema.safeParse(readCorners(text)).error?.issues ?? []
  expect(issues[0]?.path.join('.')).toBe(path)
})
