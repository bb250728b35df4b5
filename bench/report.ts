import { readFileSync, writeFileSync } from 'node:fs'

/** A part of the results: a table, and its figures for programs. */
export interface Section {
  title: string
  head: string[]
  rows: string[][]
  notes?: string[]
  figures: Record<string, number>
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US')

/** Formats a goal and whether the figure meets it: `✓ ≥ 100,000`, `✗ ≤ 250`. */
export function goal(value: number, limit: { atLeast: number } | { atMost: number }): string {
  const [isMet, words] =
    'atLeast' in limit
      ? [value >= limit.atLeast, `≥ ${limit.atLeast.toLocaleString('en-US')}`]
      : [value <= limit.atMost, `≤ ${limit.atMost.toLocaleString('en-US')}`]
  return `${isMet ? '✓' : '✗'} ${words}`
}

/** Formats a section as a table that is readable both in a terminal and as Markdown. */
export function toMarkdown({ title, head, rows, notes = [] }: Section): string {
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(Math.max(2, width - 1))}:`)).join(' | ')} |`
  return [`### ${title}`, '', line(head), rule, ...rows.map(line), '', ...notes.flatMap((note) => [note, ''])].join(
    '\n',
  )
}

/** Files that contain figures: the measurements, and the documentation of false alarms. */
const files = {
  readme: new URL('./README.md', import.meta.url),
  falseAlarms: new URL('../docs/FALSE-ALARMS.md', import.meta.url),
}

/** Replaces the figures of a part between its markers in a file, by default bench/README.md. Figures of other parts stay. */
export function saveFigures(part: string, text: string, file: keyof typeof files = 'readme'): void {
  const [begin, end] = [`<!-- ${part}: last figures -->`, `<!-- ${part}: end -->`]
  const before = readFileSync(files[file], 'utf8')
  const from = before.indexOf(begin)
  const to = before.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${files[file].pathname} has no place for the figures of ${part}`)
  writeFileSync(files[file], `${before.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${before.slice(to)}`)
}
