import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const top = fileURLToPath(new URL('..', import.meta.url))
const linesOf = (path: string) => readFileSync(top + path, 'utf8').trimEnd().split('\n')
const rows = linesOf('docs/ADDING-A-NOUN.md').flatMap((line) => {
  const [, path, lines] = /^\| `([^`]+)` \| (\d+) \|/.exec(line) ?? []
  return path === undefined ? [] : [{ path, lines: Number(lines) }]
})
const sum = (some: { lines: number }[]) => some.reduce((total, { lines }) => total + lines, 0)
const isTest = ({ path }: { path: string }) => /test/i.test(path)

describe('a plain noun', () => {
  test.each(rows)('$path takes $lines lines', ({ path, lines }) => {
    const all = linesOf(path)
    // In a file that others share its lines are those that name it, but for those of a rule about it.
    if (/insurance/i.test(path)) expect(all.length).toBe(lines)
    else {
      const named = all.filter((line) => /insurance/i.test(line) && !line.includes('INSURANCE_EXPIRING')).length
      expect(named).toBeGreaterThan(0)
      expect(named).toBeLessThanOrEqual(lines)
    }
  })

  test('is whole in 300 lines, of which 40 are on the server', () => {
    expect(sum(rows)).toBeLessThanOrEqual(300)
    expect(sum(rows.filter((row) => row.path.startsWith('server/') && !isTest(row)))).toBeLessThanOrEqual(40)
  })
})
