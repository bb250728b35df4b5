import type { Format, RichLine, Word } from './richLines.ts'

export type Is = 'same' | 'gone' | 'new'
export interface Piece {
  is: Is
  text: string
  /** Formatting of the words, shown where it has changed. */
  formats: readonly Format[]
}
export interface Line {
  is: Is | 'changed'
  /** Kinds of the line before and after, if they differ. */
  kinds: { before: readonly Format[]; after: readonly Format[] } | null
  parts: Piece[]
}

/** Maximum pairs compared; beyond it the rest counts as replaced as a whole. */
const maxPairs = 4_000_000

/** Returns the longest common subsequence of two lists, as pairs of indexes. */
function common(one: readonly string[], other: readonly string[]): [number, number][] {
  if (one.length * other.length > maxPairs) return []
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const skip = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
      lengths[i * width + j] = one[i] === other[j] ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : skip
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) pairs.push([i++, j++])
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++
    else j++
  }
  return pairs
}

/** Splits two lists at their common items: each stretch of removed and added items, with the common item after it. */
function stretches<T extends object>(
  one: readonly T[],
  other: readonly T[],
): { gone: T[]; added: T[]; same: T | undefined }[] {
  const found = []
  const keys = (list: readonly T[]) => list.map((item) => JSON.stringify(item))
  let [i, j] = [0, 0]
  for (const [atOne, atOther] of [...common(keys(one), keys(other)), [one.length, other.length] as const]) {
    found.push({ gone: one.slice(i, atOne), added: other.slice(j, atOther), same: one[atOne] })
    i = atOne + 1
    j = atOther + 1
  }
  return found
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Joins neighbouring words of equal formatting into pieces. */
function pieces(is: Is, words: readonly Word[]): Piece[] {
  const parts: Piece[] = []
  for (const { text, formats } of words) {
    const last = parts.at(-1)
    if (last && isSame(last.formats, formats)) last.text += text
    else parts.push({ is, text, formats })
  }
  return parts
}

/** Compares a line with its changed version, word by word. */
function changed(before: RichLine, after: RichLine): Line {
  const parts = stretches(before.words, after.words).flatMap(({ gone, added, same }) => [
    ...pieces('gone', gone),
    ...pieces('new', added),
    ...(same ? pieces('same', [same]) : []),
  ])
  return {
    is: 'changed',
    kinds: isSame(before.kind, after.kind) ? null : { before: before.kind, after: after.kind },
    parts,
  }
}

const whole = (is: Is, { words }: RichLine): Line => ({ is, kinds: null, parts: pieces(is, words) })

/** Compares two lists of lines: unchanged, removed, added, and changed ones word by word. */
export function differenceOf(before: readonly RichLine[], after: readonly RichLine[]): Line[] {
  return stretches(before, after).flatMap(({ gone, added, same }) => {
    const both = Math.min(gone.length, added.length)
    return [
      ...gone.slice(0, both).flatMap((line, index) => {
        const next = added[index]
        return next ? [changed(line, next)] : []
      }),
      ...gone.slice(both).map((line) => whole('gone', line)),
      ...added.slice(both).map((line) => whole('new', line)),
      ...(same === undefined ? [] : [whole('same', same)]),
    ]
  })
}
