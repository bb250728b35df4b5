import { expect, test } from 'vitest'
import { nameSides } from './nameSides.ts'

const name = (x: number, y: number) => ({ x, y, width: 80, height: 28 })

test.each([
  ['far from one another they stand over their points', [name(0, 0), name(100, 0)], ['over', 'over']],
  ['beside one another the second stands under its point', [name(0, 0), name(40, 4)], ['over', 'under']],
  ['of three at one place the last is a mark', [name(0, 0), name(10, 2), name(20, 4)], ['over', 'under', 'mark']],
  ['one below another has room', [name(0, 0), name(10, 32)], ['over', 'over']],
] as const)('%s', (_, points, sides) => {
  expect(nameSides(points)).toEqual(sides)
})
