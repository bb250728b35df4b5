import type { Finding } from '#contract/office/finder.ts'
import { lettersOf, mayBePinyin } from '#contract/values/pinyin.ts'
import type { HandlersOf } from '../../handler.ts'
import { findingSources, type FindingSource } from './findingSources.ts'

const mostOfAKind = 8

/**
 * The pattern that the spelling of a name (see the table `pinyin`) has to match to be spelled by a text: from a Chinese character on, each
 * character by its syllable or the beginning of it.
 */
export const spelledBy = (text: string): string => ` ${Array.from(lettersOf(text)).join('(?:[^ _]*[ _])?')}`

/** The records of a kind that contain the text, and where that leaves room those that it spells in pinyin. */
async function findIn({ containing, spelledLike }: FindingSource, spelling: string | null): Promise<Finding[]> {
  const found = await containing(mostOfAKind)
  if (spelling === null || spelledLike === null || found.length === mostOfAKind) return found
  const ids = new Set(found.map(({ id }) => id))
  const spelled = (await spelledLike(spelling, 2 * mostOfAKind)).filter(({ id }) => !ids.has(id))
  return [...found, ...spelled].slice(0, mostOfAKind)
}

export const finderHandlers: HandlersOf<'finder'> = {
  async find({ text }, caller, { sql }) {
    const spelling = mayBePinyin(text) ? spelledBy(text) : null
    const found = await Promise.all(findingSources(sql, caller, text).map((source) => findIn(source, spelling)))
    return { list: found.flat() }
  },
}
