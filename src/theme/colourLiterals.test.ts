// @vitest-environment node
import { expect, test } from 'vitest'

const files = import.meta.glob<string>(
  [
    '../**/*.{ts,tsx,css}',
    '../../server/**/*.ts',
    '!./colours.ts',
    '!../../server/colours.ts',
    // Drawn landscapes, which stand for photographs.
    '!../../server/media/demoPictures.ts',
    '!../**/*.test.{ts,tsx}',
    '!../../server/**/*.test.ts',
    '!../../server/**/test*.ts',
    '!../../server/**/*.d.ts',
    '!../**/*.d.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** A colour written out: hexadecimal, a function, a name. In a script it stands in quotes. */
const hex = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/gi
const functions = /(?<![\w-])(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi
const names = /(?<![\w-])(?:white|black|red|green|blue|gray|grey|orange|yellow|purple|cyan|silver|navy|teal)(?![\w-])/gi

/** Comments may name colours: they explain the table. */
const bare = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

function colourLiterals(path: string, text: string): string[] {
  const code = bare(text)
  if (path.endsWith('.css')) {
    const values = [...code.matchAll(/:([^:;{}]+);/g)].map(([, value]) => value ?? '').join(';')
    return [...values.matchAll(hex), ...values.matchAll(functions), ...values.matchAll(names)].map(([found]) => found)
  }
  const strings = [...code.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)]
    .map(([, , string]) => string ?? '')
    .join('\n')
  return [...strings.matchAll(hex), ...strings.matchAll(functions)].map(([found]) => found)
}

test('finds colours only in the tables of console and server', () => {
  expect(
    Object.entries(files).filter(([path, text]) => path.endsWith('.css') && text.includes('var(--')).length,
  ).toBeGreaterThan(20)
  const found = Object.entries(files).flatMap(([path, text]) =>
    colourLiterals(path, text).map((literal) => `${path}: ${literal}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['a.css', '.a { color: #fff; }', ['#fff']],
  ['a.css', '.a { background: linear-gradient(transparent, rgb(1 2 3 / 4%)); }', ['rgb(']],
  ['a.css', '.a { outline: 1px solid white; }', ['white']],
  ['a.css', '#add { color: var(--words); } /* #fff */', []],
  ['a.tsx', '<path stroke="#17243a" />', ['#17243a']],
  ['a.ts', "const hatch = 'rgba(1, 2, 3, 0.4)'", ['rgba(']],
  ['a.ts', "import { a } from '#contract/a.ts' // #fff\nconst seen = `#${id}`", []],
])('%s: %s', (path, text, literals) => {
  expect(colourLiterals(path, text)).toEqual(literals)
})
