import { normaliseTitle } from './sheetCell.ts'

/** Legacy encodings: mainland China, Brazil, Taiwan. */
const otherEncodings = ['gb18030', 'windows-1252', 'big5'] as const
const marks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const delimiters = [',', ';', '\t'] as const

/**
 * Decodes a CSV file: by its byte order mark, else as UTF-8 if valid, else in the encoding in which most titles are known.
 * @param known normalised titles
 * @returns null when it is not text
 */
export function decodeText(bytes: Uint8Array, known: ReadonlySet<string>): string | null {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))
  const text = marked ? decoded(bytes, marked[0]) : (decoded(bytes, 'utf-8') ?? inAnother(bytes, known))
  return text === null || text.includes('\0') ? null : text
}

function inAnother(bytes: Uint8Array, known: ReadonlySet<string>): string | null {
  const texts = otherEncodings.map((encoding) => decoded(bytes, encoding)).filter((text) => text !== null)
  const titlesIn = (text: string): string[] => {
    for (const titles of csvRows(text)) return titles
    return []
  }
  const scoreOf = (text: string) => titlesIn(text).filter((title) => known.has(normaliseTitle(title))).length
  return (
    texts
      .map((text) => ({ text, score: scoreOf(text) }))
      .reduce<{ text: string; score: number } | null>(
        (best, one) => (best && best.score >= one.score ? best : one),
        null,
      )?.text ?? null
  )
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Yields the rows of a CSV text (RFC 4180). The delimiter is the comma, semicolon or tab that is most frequent in the first line. */
export function* csvRows(text: string): Generator<string[]> {
  const delimiter = delimiterOf(text)
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const [field, end] = text[at] === '"' ? quoted(text, at, delimiter) : plain(text, at, delimiter)
    row.push(undefused(field))
    at = end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield row
    row = []
  }
}

function delimiterOf(text: string): string {
  const [first = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)
  const countOf = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/** Returns a field and its end. */
function plain(text: string, from: number, delimiter: string): [string, number] {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

function quoted(text: string, from: number, delimiter: string): [string, number] {
  let field = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return [field + text.slice(at), text.length]
    field += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const [rest, end] = plain(text, quote + 1, delimiter)
      return [field + rest, end]
    }
    field += '"'
    at = quote + 2
  }
}

/** Removes the apostrophe that our own exports put before formulas. */
function undefused(field: string): string {
  return field.trim().replace(/^'(?=[=+\-@＝＋－＠])/u, '')
}
