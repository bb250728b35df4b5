import { readFileSync } from 'node:fs'
import { figures } from '../../server/site/figures.ts'

const readmePath = new URL('../README.md', import.meta.url)

interface Place {
  part: string
  table: string
}

const numberIn = (cell: string | undefined) => Number(/[\d,.]+/.exec(cell ?? '')?.[0].replaceAll(',', '') ?? NaN)

/**
 * Compares the home page's figures with the last figures in bench/README.md.
 * @returns one line for each figure that says more than was measured
 */
export function findOverstatedClaims(readme = readFileSync(readmePath, 'utf8')): string[] {
  const rowsOf = ({ part, table }: Place): string[][] => {
    const lastFigures = readme.split(`<!-- ${part}: last figures -->`)[1]?.split(`<!-- ${part}: end -->`)[0] ?? ''
    const lines =
      lastFigures
        .split('### ')
        .find((section) => section.startsWith(table))
        ?.split('\n') ?? []
    return lines
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
  }
  const figureIn = (place: Place, name: string) => numberIn(rowsOf(place).find(([first]) => first === name)?.[1])

  const { rate, heads, lost } = figures
  const [head = []] = rowsOf(heads)
  const moved = rowsOf(heads).find(([animals, map]) => animals === heads.row && map === 'ours, gliding') ?? []
  const acknowledged = figureIn(lost, lost.row)
  const updatesAreShown =
    numberIn(moved[head.indexOf('updates')]) > 1 &&
    ['main thread', 'shown after'].every((column) => numberIn(moved[head.indexOf(column)]) < 1000)
  // A missing row is NaN, which meets no condition.
  const claims = [
    {
      claim: `${rate.value} positions a second of each animal`,
      isMeasured: figureIn(rate, rate.row) / rate.animals >= rate.value,
    },
    {
      claim: `${heads.value} animals moving on one map`,
      isMeasured: numberIn(moved[0]) >= heads.value && updatesAreShown,
    },
    {
      claim: `${lost.value} of ${lost.of} readings lost`,
      isMeasured: acknowledged >= lost.of && acknowledged - figureIn(lost, lost.stored) <= lost.value,
    },
  ]
  return claims.flatMap(({ claim, isMeasured }) =>
    isMeasured ? [] : [`The home page claims ${claim}; the last figures do not show it (server/site/figures.ts).`],
  )
}
