import type { ReactNode } from 'react'
import type { IntlShape } from 'react-intl'

type Words = string | false | null | undefined

const join = (intl: IntlShape, id: 'join.parts' | 'join.sentences', words: readonly Words[]) => {
  const there = words.filter((part): part is string => typeof part === 'string' && part !== '')
  return there.length === 0 ? '' : there.reduce((first, next) => intl.formatMessage({ id }, { first, next }))
}

/** Things side by side, those that are there: 敖包牧场 · 3 号圈. */
export const joinParts = (intl: IntlShape, ...parts: readonly Words[]): string => join(intl, 'join.parts', parts)

/** Sentences after one another, those that are there. */
export const joinSentences = (intl: IntlShape, ...sentences: readonly Words[]): string => join(intl, 'join.sentences', sentences)

/** The same of what is drawn. */
export function joinNodes(intl: IntlShape, ...parts: readonly ReactNode[]): ReactNode {
  const there = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '')
  return there.length === 0 ? null : there.reduce((first, next) => intl.formatMessage({ id: 'join.parts' }, { first, next }))
}

/** A few words after one another, of which each counts for itself: 银行用户、项目经理. */
export function listWords(intl: IntlShape, words: readonly string[]): string {
  return intl.formatList(words, { type: 'conjunction', style: 'narrow' })
}
