import type { ExportColumn, ExportFormat } from '#contract/exports.ts'
import { valueAt } from '#contract/lists.ts'
import { Refusal } from './pretend/refusal.ts'

interface Wish {
  format: ExportFormat
  columns: ExportColumn[]
}

/** Rows as the file that was wished for. The pretend product writes CSV alone. */
export function toFile({ format, columns }: Wish, rows: readonly object[]): string {
  if (format !== 'csv') throw new Refusal(503, 'UNAVAILABLE')
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const cell = (row: object, column: ExportColumn) => {
    const text = String(valueAt(row, column.field) ?? '')
    return field(column.words?.[text] ?? text)
  }
  const lines = [columns.map(({ title }) => field(title)), ...rows.map((row) => columns.map((column) => cell(row, column)))]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}
