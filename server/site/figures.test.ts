import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { figures, sayNumber } from './figures.ts'
import { sayIn } from './words.ts'

const readme = readFileSync(new URL('../../bench/README.md', import.meta.url), 'utf8')

interface Place {
  part: string
  table: string
}

/** The rows of a table among the last figures of a part, each by its cells. */
function rowsOf({ part, table }: Place): string[][] {
  const figuresOf = readme.split(`<!-- ${part}: last figures -->`)[1]?.split(`<!-- ${part}: end -->`)[0] ?? ''
  const lines = figuresOf.split('### ').find((section) => section.startsWith(table))?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}

const numberIn = (cell: string | undefined) => Number(/[\d,.]+/.exec(cell ?? '')?.[0].replaceAll(',', '') ?? NaN)

/** The figures of a row. */
function cellsOf(place: Place, name: string): string[] {
  const found = rowsOf(place).find(([first]) => first === name)
  if (found === undefined) throw new Error(`bench/README.md has no row “${name}” in “${place.table}”`)
  return found.slice(1)
}

test('a wall gets each position as often as the bench has counted', () => {
  const { value, row, animals } = figures.rate
  expect(numberIn(cellsOf(figures.rate, row)[0]) / animals).toBeGreaterThanOrEqual(value)
})

test('as many animals move on one map as the bench has moved, and each update was shown before the next', () => {
  const { value, row } = figures.heads
  const [head = []] = rowsOf(figures.heads)
  const moved = rowsOf(figures.heads).find(([animals, map]) => animals === row && map === 'ours, gliding') ?? []
  expect(numberIn(moved[0])).toBeGreaterThanOrEqual(value)
  expect(numberIn(moved[head.indexOf('updates')])).toBeGreaterThan(1)
  for (const column of ['main thread', 'shown after']) expect(numberIn(moved[head.indexOf(column)])).toBeLessThan(1000)
})

test('no reading was lost of so many that were acknowledged', () => {
  const { value, of, row, stored } = figures.lost
  const [acknowledged, rows] = [numberIn(cellsOf(figures.lost, row)[0]), numberIn(cellsOf(figures.lost, stored)[0])]
  expect(acknowledged).toBeGreaterThanOrEqual(of)
  expect(acknowledged - rows).toBeLessThanOrEqual(value)
})

test('figures are said as people say them, and nowhere but there', () => {
  expect(languages.map((language) => sayNumber(language, figures.heads.value))).toEqual(['10 万', '10 萬', '100,000', '100 mil'])
  expect(languages.map((language) => sayNumber(language, figures.lost.of))).toEqual(['1100 万', '1100 萬', '11 million', '11 milhões'])
  // A number that stood in the words would be held to nothing.
  for (const language of languages) {
    const say = sayIn(language)
    for (const word of ['figure.rate', 'figure.rateSaid', 'figure.heads', 'figure.headsSaid', 'figure.lost', 'figure.lostSaid'] as const) expect(say(word)).not.toMatch(/\d/)
  }
})
