export type Is = 'same' | 'gone' | 'new'
export interface Piece {
  is: Is
  text: string
}
export interface Line {
  is: Is | 'changed'
  parts: Piece[]
}

/** Beyond so many pairs that would be compared, what is left is told as a whole. */
const mostPairs = 4_000_000
const blocks = 'p,h1,h2,h3,h4,li,blockquote,pre,td,th,figcaption'

/** The lines of a rich text: its paragraphs, headings, entries and cells, and what its pictures and videos are. */
export function linesOf(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return [...page.body.querySelectorAll(`${blocks},img,video`)].flatMap((element) => {
    if (element.matches('img')) return [`▣ ${element.getAttribute('alt') ?? ''} ${element.getAttribute('src') ?? ''}`]
    if (element.matches('video')) return [`▶ ${element.getAttribute('src') ?? ''}`]
    const text = (element.textContent ?? '').trim()
    // What holds other lines is told by them.
    return text === '' || element.querySelector(blocks) !== null ? [] : [text]
  })
}

/** What two lists have in common, in order, as pairs of places: the longest such list. */
function common(one: readonly string[], other: readonly string[]): [number, number][] {
  if (one.length * other.length > mostPairs) return []
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const skip = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
      lengths[i * width + j] = one[i] === other[j] ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : skip
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++])
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++
    else j++
  }
  return pairs
}

/** The stretches between what two lists have in common, each followed by one of those. */
function stretches(one: readonly string[], other: readonly string[]): { gone: string[]; added: string[]; same: string | undefined }[] {
  const found = []
  let [i, j] = [0, 0]
  for (const [atOne, atOther] of [...common(one, other), [one.length, other.length] as const]) {
    found.push({ gone: one.slice(i, atOne), added: other.slice(j, atOther), same: one[atOne] })
    i = atOne + 1
    j = atOther + 1
  }
  return found
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)
const piece = (is: Is, text: string): Piece[] => (text === '' ? [] : [{ is, text }])

/** One line that became another, word by word. */
function changed(before: string, after: string): Line {
  const parts = stretches(wordsOf(before), wordsOf(after)).flatMap(({ gone, added, same }) => [...piece('gone', gone.join('')), ...piece('new', added.join('')), ...piece('same', same ?? '')])
  return { is: 'changed', parts }
}

/** What became of some lines: those that stayed, those that are gone, those that are new, and those that were changed, word by word. */
export function differenceOf(before: readonly string[], after: readonly string[]): Line[] {
  return stretches(before, after).flatMap(({ gone, added, same }) => {
    const both = Math.min(gone.length, added.length)
    return [
      ...gone.slice(0, both).map((line, index) => changed(line, added[index] ?? '')),
      ...gone.slice(both).map((text): Line => ({ is: 'gone', parts: [{ is: 'gone', text }] })),
      ...added.slice(both).map((text): Line => ({ is: 'new', parts: [{ is: 'new', text }] })),
      ...(same === undefined ? [] : [{ is: 'same', parts: [{ is: 'same', text: same }] } satisfies Line]),
    ]
  })
}
