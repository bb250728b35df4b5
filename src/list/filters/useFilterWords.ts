import { useIntl } from 'react-intl'
import type { FilterValue } from '../address/address.ts'
import { startOfDay } from '../address/days.ts'
import type { AnyFilter } from '../describe.ts'
import { useNames } from '../../api/references.ts'

/** Maximum codes and names on a chip. */
const maxShown = 2

/** Returns the value of a filter as text for its chip. */
export function useFilterWords(filter: AnyFilter, value: FilterValue | null): string {
  const intl = useIntl()
  const names = useNames(filter.of, value?.kind === 'number' ? [value.id] : value?.kind === 'ids' ? value.ids : [])
  const nameOf = (id: number) => names.get(id) ?? `#${id}`
  const joinShortened = (words: readonly string[]) =>
    words.length > maxShown
      ? intl.formatMessage({ id: 'list.moreCodes' }, { first: words[0] ?? '', count: words.length - 1 })
      : intl.formatList(words, { type: 'disjunction', style: 'short' })
  const wordOf = (code: string) => (filter.words ? intl.formatMessage({ id: filter.words(code) }) : code)
  const day = (text: string) => intl.formatDate(startOfDay(text), { month: 'short', day: 'numeric', year: 'numeric' })
  switch (value?.kind) {
    case undefined:
      return ''
    case 'text':
      return value.text
    case 'one':
      return wordOf(value.code)
    case 'many':
      return joinShortened(value.codes.map(wordOf))
    case 'number':
      return nameOf(value.id)
    case 'ids':
      return joinShortened(value.ids.map(nameOf))
    case 'days':
      if (value.from === value.to) return day(value.from ?? '')
      return intl.formatMessage(
        { id: 'join.range' },
        { from: value.from ? day(value.from) : '…', to: value.to ? day(value.to) : '…' },
      )
  }
}
