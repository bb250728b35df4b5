import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const top = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(top + path, 'utf8').trimEnd()
const doc = textOf('docs/adding/noun.md')
const rows = doc.split('\n').flatMap((line) => {
  const [, path, lines] = /^\| `([^`]+)` \| (\d+) \|/.exec(line) ?? []
  return path === undefined ? [] : [{ path, lines: Number(lines) }]
})
/** Files that know the noun by what is special about it, or that test all nouns: listed, and not counted. */
const others = [...doc.matchAll(/^\| `([^`]+)` \| \|/gm)].map(([, path = '']) => path)
const sum = (some: { lines: number }[]) => some.reduce((total, { lines }) => total + lines, 0)
const isTest = ({ path }: { path: string }) => /test/i.test(path)

/** The noun by each of its names: that of its calls, of its files and of its table. */
const noun = /animal[-_]?group/i
/** Its words; those of adding animals to a group are the animals'. */
const words = /^ *"group\./

/** How many lines a file has for the noun. */
function linesFor(path: string): number {
  const text = textOf(path)
  const lines = text.split('\n')
  if (path.startsWith('locales/')) return lines.filter((line) => words.test(line)).length
  // Of a migration, the statements that make the table itself.
  if (path.endsWith('.sql')) return sum((text.match(/^create (?:table animal_groups |unique index \w+ on animal_groups )[^;]*;/gm) ?? []).map((one) => ({ lines: one.split('\n').length })))
  if (noun.test(path)) return lines.length
  if (path.startsWith('src/routes/')) return entryOf(lines).length
  return lines.filter((line) => noun.test(line)).length
}

/** The lines of the entry of a table, from its opening bracket to the closing one, that names the noun. */
function entryOf(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => noun.test(line))
  return lines.slice(lines.lastIndexOf('  {', at), lines.indexOf('  },', at) + 1)
}

/** Every file of the project that names the noun, in its path or its text. */
function namingFiles(): string[] {
  const all = ['bench', 'contract', 'e2e', 'locales', 'mocks', 'server', 'src', 'streams'].flatMap((folder) =>
    readdirSync(top + folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && /\.(?:tsx?|mjs|sql|json|css)$/.test(one.name)).map(({ parentPath, name }) => `${parentPath}/${name}`.slice(top.length)),
  )
  return all.filter((path) => !path.includes('node_modules/') && path !== 'e2e/addingANoun.test.ts' && (noun.test(path) || noun.test(textOf(path))))
}

describe('a plain noun', () => {
  test.each(rows)('$path takes $lines lines', ({ path, lines }) => {
    expect(lines).toBeGreaterThan(0)
    expect(linesFor(path)).toBe(lines)
  })

  test('is whole in 300 lines, of which 40 are on the server', () => {
    expect(sum(rows)).toBeLessThanOrEqual(300)
    expect(sum(rows.filter((row) => row.path.startsWith('server/') && !isTest(row)))).toBeLessThanOrEqual(40)
  })

  test('is in no file that is not listed', () => {
    const listed = [...rows.map(({ path }) => path), ...others]
    expect(namingFiles().filter((path) => !listed.includes(path))).toEqual([])
    expect(others.filter((path) => !noun.test(path) && !noun.test(textOf(path)))).toEqual([])
  })
})
