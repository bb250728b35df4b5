import { undefuse } from '../spreadsheetText.ts'
import { findTitles, type SheetCell } from './sheetCell.ts'

/** Legacy encodings: mainland China, Brazil, Taiwan. */
const otherEncodings = ['gb18030', 'windows-1252', 'big5'] as const
const marks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const delimiters = [',', ';', '\t', '|'] as const
/** First line by which spreadsheets name the delimiter. */
const delimiterLine = /^"?sep=([^"\r\n])"?[,;\t|]*(?:\r\n|\r|\n|$)/i
/** Characters among which titles are searched. */
const headLength = 20_000
/** Bytes among which zeros are counted. */
const sampleBytes = 4096

/**
 * Decodes a CSV file: by its byte order mark, else by the zero bytes of UTF-16, else as UTF-8 if valid, else in the encoding in which
 * most titles are known.
 * @param known normalised titles
 * @returns null when it is not text
 */
export function decodeText(bytes: Uint8Array, known: ReadonlySet<string>): string | null {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))
  const text = marked
    ? decoded(bytes, marked[0])
    : (inUnmarkedUtf16(bytes) ?? decoded(bytes, 'utf-8') ?? inAnother(bytes, known))
  return text === null || text.includes('\0') ? null : text.replace(/^\uFEFF+/, '')
}

/** Decodes UTF-16 without a mark: its ASCII characters have a zero on one side only. */
function inUnmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2]! += 1
  const [even = 0, odd = 0] = zeros
  if (even > 0 === odd > 0) return null
  const text = decoded(bytes, odd > 0 ? 'utf-16le' : 'utf-16be')
  return text === null || /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, '')) ? null : text
}

function inAnother(bytes: Uint8Array, known: ReadonlySet<string>): string | null {
  const texts = otherEncodings.map((encoding) => decoded(bytes, encoding)).filter((text) => text !== null)
  return (
    texts
      .map((text) => ({ text, score: findTitles(headOf(text, delimiterOf(text, known)), known).count }))
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

/**
 * Yields the rows of a CSV text (RFC 4180). The delimiter is the one that a first line `sep=;` names, else the comma, semicolon, tab or
 * bar that separates the most known titles, else the most frequent one of the first line.
 */
export function* csvRows(text: string, known: ReadonlySet<string>): Generator<SheetCell[]> {
  const [line, named] = delimiterLine.exec(text) ?? ['']
  const content = text.slice(line.length)
  yield* rowsIn(content, named ?? delimiterOf(content, known))
}

function* rowsIn(text: string, delimiter: string): Generator<SheetCell[]> {
  let row: SheetCell[] = []
  let at = 0
  while (at < text.length) {
    const [field, end] = text[at] === '"' ? quoted(text, at, delimiter) : plain(text, at, delimiter)
    const plainText = undefuse(field)
    row.push(plainText?.isLiteral ? { literal: plainText.text } : (plainText?.text ?? field))
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

const headOf = (text: string, delimiter: string) => rowsIn(text.slice(0, headLength), delimiter)

function delimiterOf(text: string, known: ReadonlySet<string>): string {
  const scored = delimiters.map((delimiter) => ({ delimiter, ...findTitles(headOf(text, delimiter), known) }))
  const maxCount = Math.max(...scored.map(({ count }) => count))
  const [first = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)
  const widthOf = ({ delimiter, count, width }: (typeof scored)[number]) =>
    count > 0 ? width : first.split(delimiter).length
  return scored
    .filter(({ count }) => count === maxCount)
    .reduce((best, one) => (widthOf(one) > widthOf(best) ? one : best)).delimiter
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
