// @vitest-environment node
import { expect, test } from 'vitest'

const files = import.meta.glob<string>(
  [
    '../**/*.{ts,tsx}',
    '../../server/{alerts,exports,notify,resources,site}/**/*.ts',
    '!../**/*.test.{ts,tsx}',
    '!../../server/**/test*.ts',
    '!../../server/**/*.test.ts',
    '!../**/*.d.ts',
    '!../{locale,map,theme}/**/*.ts',
  ],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/** The language decides on marks between words: a point, a bracket, a comma or a colon that the code writes itself is a fault. */
const marks = [
  /[·×、；：（）]/,
  /\.join\((['"`])[^'"`\\]*[,;:/–—|][^'"`\\]*\1\)/,
  /`[^`]*\}(?:, | \(|: | – | \/ )\$\{[^`]*`/,
  /[}>](?:\{' '\})? ?[/–—×] ?\{/,
  // Chinese writes nothing between the parts of a unit.
  /formatList\(.*type: 'unit'/,
]

function hardSeparators(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  // SQL has commas of its own; what it puts together comes as lines.
  const isHard = (line: string) =>
    /\bconcat_ws\('/.test(line) || (!/\bsql[<`.]|^\s*(?:\}\[\])?>`/.test(line) && marks.some((mark) => mark.test(line)))
  return code
    .split('\n')
    .filter(isHard)
    .map((line) => line.trim())
}

/** Written for machines: keys, addresses, what is searched for in a message. */
const forMachines = [
  '../api/references.ts',
  '../api/testCatalogue.ts',
  '../entities/polygon/corners.ts',
  '../list/address/address.ts',
  '../screens/monitor/alerts/alertGroups.ts',
  '../screens/outbox/readMessage.ts',
  '../screens/replay/track/trackFiles.ts',
  '../list/testList.tsx',
  '../testConsole.tsx',
  ...[
    'exports/csv.ts',
    'resources/herd/hours/rollUp.ts',
    'resources/herd/maps/baseMap.ts',
    'resources/office/finder.ts',
    'resources/projects/collateral/pledgeList.ts',
    'resources/seals/sealedRows.ts',
    'site/feeds.ts',
    'site/pictures.ts',
  ].map((path) => `../../server/${path}`),
]

test('keeps separators and brackets in messages and lists', () => {
  const shown = Object.entries(files).filter(([path]) => !forMachines.includes(path))
  expect(shown.flatMap(([path, text]) => hardSeparators(text).map((line) => `${path}: ${line}`))).toEqual([])
})

test.each([
  ["const part = [role, name].filter(Boolean).join(' · ')"],
  ["const others = names.join(', ')"],
  ['const title = `${name} (${unit})`'],
  ['const label = `${title}, ${window}`'],
  ['nameOf: ({ name, user }) => `${name}（${user}）`'],
  ['<span>{heard} / {ledger}</span>'],
  ['{count > 1 && ` × ${count}`}'],
  ["return intl.formatList(names, { type: 'unit' })"],
  ["union all select 'INSURED', e.at, concat_ws(' · ', p.insurer, p.number)"],
])('reports %s', (line) => {
  expect(hardSeparators(line)).toEqual([line])
})

test.each([
  ['/* 敖包 5 · 南河 3 */ const key = ids.join()'],
  ['const path = `${projectPath}/${id}`'],
  ['joinParts(intl, farm, pen)'],
])('accepts %s', (line) => {
  expect(hardSeparators(line)).toEqual([])
})
