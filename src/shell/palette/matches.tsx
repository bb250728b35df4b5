import { createPinyinFinder, type Span } from '#contract/values/pinyin.ts'

const findPinyin = createPinyinFinder()

/** Returns a character without case and accents. */
const plain = (character: string) => character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns where words contain a text, ignoring case and accents, or spell it in pinyin; null: nowhere. */
export function spanIn(words: string, text: string): Span | null {
  const sought = Array.from(text.trim()).map(plain).join('')
  if (sought === '') return null
  const characters = Array.from(words)
  for (let from = 0; from < characters.length; from++) {
    let matched = ''
    for (let to = from; to < characters.length && matched.length < sought.length; to++) {
      matched += plain(characters[to] ?? '')
      if (matched.startsWith(sought)) return { from, to: to + 1 }
    }
  }
  return findPinyin(words, text)
}

/** Words with the part that matches a text highlighted. */
export function Marked({ words, text }: { words: string; text: string }) {
  const span = spanIn(words, text)
  if (span === null) return words
  const characters = Array.from(words)
  return (
    <>
      {characters.slice(0, span.from).join('')}
      <mark>{characters.slice(span.from, span.to).join('')}</mark>
      {characters.slice(span.to).join('')}
    </>
  )
}
