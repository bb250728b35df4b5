import type { IntlShape } from 'react-intl'

/** Texts that the map draws itself, in the user's language. */
export interface MapWords {
  number: (value: number) => string
  /** A count with its window: `58/60 · 60 min`. */
  counted: (part: number, whole: number, windowMinutes: number) => string
  /** The window alone. */
  window: (minutes: number) => string
  join: (first: string, next: string) => string
}

export function mapWords(intl: IntlShape): MapWords {
  const number = (value: number) => intl.formatNumber(value)
  const window = (minutes: number) => intl.formatMessage({ id: 'figures.window' }, { minutes })
  const join = (first: string, next: string) => intl.formatMessage({ id: 'join.parts' }, { first, next })
  return {
    number,
    window,
    join,
    counted: (part, whole, windowMinutes) => join(`${number(part)}/${number(whole)}`, window(windowMinutes)),
  }
}
