import type { Finding } from '#contract/office/finder.ts'
import { createPinyinFinder, mayBePinyin } from '#contract/values/pinyin.ts'
import type { HandlersOf } from '../../handler.ts'
import { findingSources, type FindingSource } from './findingSources.ts'

const mostOfAKind = 8
/** Names in Chinese that are read for their pinyin, the newest of each kind. */
const mostRead = 3000

type Matches = (name: string) => boolean

/** What of a kind contains the text, and where that leaves room what it spells in pinyin. */
async function findIn({ containing, inChinese }: FindingSource, spells: Matches | null): Promise<Finding[]> {
  const found = await containing(mostOfAKind)
  if (spells === null || inChinese === null || found.length === mostOfAKind) return found
  const ids = new Set(found.map(({ id }) => id))
  const spelt = (await inChinese(mostRead)).filter(({ id, name }) => !ids.has(id) && spells(name))
  return [...found, ...spelt.toSorted((a, b) => a.name.length - b.name.length || a.id - b.id)].slice(0, mostOfAKind)
}

export const finderHandlers: HandlersOf<'finder'> = {
  async find({ text }, caller, { sql }) {
    const find = createPinyinFinder()
    const spells = mayBePinyin(text) ? (name: string) => find(name, text) !== null : null
    const found = await Promise.all(findingSources(sql, caller, text).map((source) => findIn(source, spells)))
    return { list: found.flat() }
  },
}
