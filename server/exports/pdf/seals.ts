import type { Block } from './blocks.ts'
import type { Words } from './words.ts'

/** The state of a row of a report in the sealed record. SEALED: a link of the chain. WAITING: it is sealed by the next run. OPEN: it may still change, and is not sealed before it no longer does. */
export interface SealedRow {
  source: string
  key: string
  state: 'SEALED' | 'WAITING' | 'OPEN'
  place: number | null
  sealedAt: string | null
  /** Hex: SHA-256 of the row, and of its link in the chain. */
  rowHash: string | null
  hash: string | null
  /** The day (UTC) whose root stands for the link, and the root; null until that day is over. */
  day: string | null
  root: string | null
}

/**
 * How whoever holds nothing but the first page checks it: the chain makes the newest seal stand for all that was sealed before it, too.
 * @param publicUrl where the page of seals is, without a slash at the end
 */
export function checkBlocks(sealed: readonly SealedRow[], words: Words, publicUrl: string): Block[] {
  const seals = sealed.flatMap(({ day, root }) => (day === null || root === null ? [] : [{ day, root }]))
  const newest = seals.toSorted((one, other) => one.day.localeCompare(other.day)).at(-1)
  if (sealed.length === 0) return [{ kind: 'text', text: words.own('nothingSealed') }]
  if (newest === undefined) return [{ kind: 'text', text: words.own('unchecked') }]
  const { day, root } = newest
  return [{ kind: 'code', address: `${publicUrl}/verify/${root}`, text: words.own('checked', { day, sealed: seals.length, rows: sealed.length }), note: words.own('toShow', { root }) }]
}

/** Where the rows behind a report stand in the sealed record. */
export function sealBlocks(sealed: readonly SealedRow[], words: Words): Block[] {
  if (sealed.length === 0) return []
  return [
    { kind: 'heading', text: words.own('sealed') },
    { kind: 'text', text: words.own('sealedText') },
    {
      kind: 'table',
      titles: [words.own('row'), words.own('place'), words.own('day'), words.own('root')],
      widths: [0.28, 0.14, 0.14, 0.44],
      rows: sealed.map(({ source, key, state, place, day, root }) => [`${source} ${key}`, place === null ? '–' : words.number(place), day ?? '–', root ?? words.own(`seal.${state}`)]),
    },
  ]
}
