import type { Block } from './blocks.ts'
import type { Words } from './words.ts'

/**
 * A row of a report and its state in the sealed record. SEALED: in the chain. WAITING: the next run seals it. OPEN: it may still change, and is
 * sealed afterwards.
 */
export interface SealedRow {
  source: string
  key: string
  state: 'SEALED' | 'WAITING' | 'OPEN'
  place: number | null
  sealedAt: string | null
  /** SHA-256 of the row, and of its link in the chain, hex. */
  rowHash: string | null
  hash: string | null
  /** The day (UTC) whose root covers the link, and that root; null until the day is over. */
  day: string | null
  root: string | null
}

/**
 * Explains on the first page how its holder can check the report. Through the chain, the newest seal also covers everything sealed before.
 * @param publicUrl public address with the page of seals, without a trailing slash
 */
export function checkBlocks(sealed: readonly SealedRow[], words: Words, publicUrl: string): Block[] {
  const seals = sealed.flatMap(({ day, root }) => (day === null || root === null ? [] : [{ day, root }]))
  const newest = seals.toSorted((one, other) => one.day.localeCompare(other.day)).at(-1)
  if (sealed.length === 0) return [{ kind: 'text', text: words.own('nothingSealed') }]
  if (newest === undefined) return [{ kind: 'text', text: words.own('unchecked') }]
  const { day, root } = newest
  return [
    {
      kind: 'code',
      address: `${publicUrl}/verify/${root}`,
      text: words.own('checked', { day, sealed: seals.length, rows: sealed.length }),
      note: words.own('toShow', { root }),
    },
  ]
}

/** Lists the positions of the report's rows in the sealed record. */
export function sealBlocks(sealed: readonly SealedRow[], words: Words): Block[] {
  if (sealed.length === 0) return []
  return [
    { kind: 'heading', text: words.own('sealed') },
    { kind: 'text', text: words.own('sealedText') },
    {
      kind: 'table',
      titles: [words.own('row'), words.own('place'), words.own('day'), words.own('root')],
      widths: [0.28, 0.14, 0.14, 0.44],
      rows: sealed.map(({ source, key, state, place, day, root }) => [
        `${source} ${key}`,
        place === null ? '–' : words.number(place),
        day ?? '–',
        root ?? words.own(`seal.${state}`),
      ]),
    },
  ]
}
