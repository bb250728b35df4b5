import type { Finding } from '#contract/office/finder.ts'
import { lettersOf, mayBePinyin } from '#contract/values/pinyin.ts'
import type { HandlersOf } from '../../handler.ts'
import { findingSources, type FindingSource } from './findingSources.ts'

const maxPerKind = 8

/**
 * Returns the pattern that a name's spelling (see table `pinyin`) must match to be spelled by a text. Matching starts at any Chinese
 * character; each one matches by its syllable or the start of it.
 */
export const spelledBy = (text: string): string => ` ${Array.from(lettersOf(text)).join('(?:[^ _]*[ _])?')}`

/** Finds the records of one kind that contain the text, then those whose name it spells in pinyin, up to the limit. */
async function findIn({ containing, spelledLike }: FindingSource, spelling: string | null): Promise<Finding[]> {
  const found = await containing(maxPerKind)
  if (spelling === null || spelledLike === null || found.length === maxPerKind) return found
  const ids = new Set(found.map(({ id }) => id))
  const spelled = (await spelledLike(spelling, 2 * maxPerKind)).filter(({ id }) => !ids.has(id))
  return [...found, ...spelled].slice(0, maxPerKind)
}

export const finderHandlers: HandlersOf<'finder'> = {
  async find({ text }, caller, { sql }) {
    const spelling = mayBePinyin(text) ? spelledBy(text) : null
    const found = await Promise.all(findingSources(sql, caller, text).map((source) => findIn(source, spelling)))
    return { list: found.flat() }
  },
}
