/** A file of separated values: its column names, and the raw cells of each row. */
export interface Table {
  columns: string[]
  rows: string[][]
}

/**
 * Parses comma-, semicolon- or tab-separated text with quotes as in RFC 4180. Empty lines are skipped.
 * @throws Error without a row of column names
 */
export function parseTable(text: string): Table {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const separator = separatorOf(body)
  const lines: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < body.length) {
    let cell = ''
    if (body[at] === '"') {
      at += 1
      for (;;) {
        const quote = body.indexOf('"', at)
        if (quote < 0) {
          cell += body.slice(at)
          at = body.length
          break
        }
        cell += body.slice(at, quote)
        at = quote + 1
        if (body[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const end = endOfCell(body, at, separator)
    cells.push(cell + body.slice(at, end).replace(/\r$/, ''))
    at = end + 1
    if (end >= body.length || body[end] === '\n') {
      if (cells.length > 1 || cells[0]?.trim()) lines.push(cells)
      cells = []
    }
  }
  const [columns, ...rows] = lines
  if (!columns) throw new Error('the file is empty')
  return { columns: columns.map((name) => name.trim()), rows }
}

function endOfCell(body: string, from: number, separator: string): number {
  for (let at = from; at < body.length; at += 1) if (body[at] === separator || body[at] === '\n') return at
  return body.length
}

function separatorOf(body: string): string {
  const [first = ''] = body.split('\n', 1)
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: first.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}
