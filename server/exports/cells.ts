import type { ExportColumn } from '#contract/calls/exports.ts'
import { type FieldKind, valueAt } from '#contract/calls/lists.ts'
import type { Language } from '../languages.ts'

/** The value of a cell; instants are epoch ms, days `2026-05-01`. */
export type Cell =
  | { kind: 'text'; text: string }
  /** An amount as decimal text. */
  | { kind: 'decimal'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'instant'; at: number; iso: string }
  | { kind: 'date'; day: string }
  | null

/**
 * Returns a function that makes the cells of a row: field values, translated where a column has words for them.
 * Multiple values become a list in the reader's language.
 */
export function cellsOf(
  columns: readonly ExportColumn[],
  kinds: ReadonlyMap<string, FieldKind>,
  language: Language,
): (row: object) => Cell[] {
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
  const readers = columns.map(({ field, words }) => {
    const kind = kinds.get(field) ?? 'text'
    const wordsByValue = new Map(Object.entries(words ?? {}))
    const read = (value: unknown): Cell => {
      if (value === null || value === undefined) return null
      if (Array.isArray(value))
        return { kind: 'text', text: lists.format(value.map((one) => wordsByValue.get(String(one)) ?? String(one))) }
      const word = wordsByValue.get(String(value))
      return word === undefined ? plain(value, kind) : { kind: 'text', text: word }
    }
    return { field, read }
  })
  return (row) => readers.map(({ field, read }) => read(valueAt(row, field)))
}

function plain(value: unknown, kind: FieldKind): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'number', value } : null
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  const text = String(value)
  if (kind === 'instant') return { kind, at: Date.parse(text), iso: text }
  if (kind === 'money' || kind === 'decimal') return { kind: 'decimal', text }
  return kind === 'date' ? { kind, day: text } : { kind: 'text', text }
}
