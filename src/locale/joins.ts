import type { ReactNode } from 'react'
import type { IntlShape } from 'react-intl'

type Words = string | false | null | undefined

const join = (intl: IntlShape, id: 'join.parts' | 'join.sentences', words: readonly Words[]) => {
  const nonEmpty = words.filter((part): part is string => typeof part === 'string' && part !== '')
  return nonEmpty.length === 0 ? '' : nonEmpty.reduce((first, next) => intl.formatMessage({ id }, { first, next }))
}

/** Joins the non-empty parts: 敖包牧场 · 3 号圈. */
export const joinParts = (intl: IntlShape, ...parts: readonly Words[]): string => join(intl, 'join.parts', parts)

/** Joins the non-empty sentences. */
export const joinSentences = (intl: IntlShape, ...sentences: readonly Words[]): string =>
  join(intl, 'join.sentences', sentences)

/** Joins the non-empty React nodes as parts. */
export function joinNodes(intl: IntlShape, ...parts: readonly ReactNode[]): ReactNode {
  const nonEmpty = parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '')
  return nonEmpty.length === 0
    ? null
    : nonEmpty.reduce((first, next) => intl.formatMessage({ id: 'join.parts' }, { first, next }))
}

/** Joins words as a list of equal items: 银行用户、项目经理. */
export function listWords(intl: IntlShape, words: readonly string[]): string {
  return intl.formatList(words, { type: 'conjunction', style: 'narrow' })
}
