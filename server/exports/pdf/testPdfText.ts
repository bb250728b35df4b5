import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  stream: string
}

/** Returns the objects of a PDF written by `drawReport.ts`, by id. */
function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  const text = bytes.toString('latin1')
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id, body = ''] = match
    const [head = '', packed] = body.split('\nstream\n')
    const stream =
      packed === undefined
        ? ''
        : head.includes('FlateDecode')
          ? inflateSync(Buffer.from(packed.slice(0, packed.lastIndexOf('\nendstream')), 'latin1')).toString('latin1')
          : packed
    objects.set(Number(id), { head, stream })
  }
  return objects
}

/** Returns the drawing instructions of each page of such a PDF. */
export function pdfPages(bytes: Buffer): string[] {
  const objects = objectsOf(bytes)
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => objects.get(Number(/\/Contents (\d+)/.exec(head)?.[1]))?.stream ?? '')
}

/** Returns the text of such a PDF, in drawing order. */
export function pdfText(bytes: Buffer): string {
  const objects = objectsOf(bytes)
  const find = (id: string | undefined) => objects.get(Number(id))
  const letters = new Map<string, Map<number, string>>()
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = find(/\/ToUnicode (\d+)/.exec(find(id)?.head ?? '')?.[1])
      if (name !== undefined && map) letters.set(name, lettersOf(map.stream))
    }
  }
  return pdfPages(bytes)
    .map((page) => shownOn(page, letters))
    .join('\n')
}

function lettersOf(map: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', list = ''] of block.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
      for (const [place, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
        found.set(
          Number.parseInt(first, 16) + place,
          String.fromCharCode(...(code.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => Number.parseInt(unit, 16))),
        )
      }
    }
  }
  return found
}

function shownOn(page: string, letters: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>()
  let shown = ''
  for (const [, name, run] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? new Map()
    for (const [, codes = ''] of (run ?? '').matchAll(/<([0-9a-f]*)>/gi)) {
      for (const code of codes.match(/.{4}/g) ?? []) shown += font.get(Number.parseInt(code, 16)) ?? '\uFFFD'
    }
  }
  return shown
}
