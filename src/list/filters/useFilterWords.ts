import { useIntl } from 'react-intl'
import type { FilterValue } from '../address/address.ts'
import { startOfDay } from '../address/days.ts'
import type { AnyFilter } from '../describe.ts'
import { useNames } from '../../api/references.ts'

/** Codes that a chip has room for. */
const shown = 2

/** What a filter is set to, as its chip says it. */
export function useFilterWords(filter: AnyFilter, value: FilterValue | null): string {
  const intl = useIntl()
  const names = useNames(filter.of, value?.kind === 'number' ? [value.id] : [])
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
      return value.codes.length > shown
        ? intl.formatMessage({ id: 'list.moreCodes' }, { first: wordOf(value.codes[0] ?? ''), count: value.codes.length - 1 })
        : intl.formatList(value.codes.map(wordOf), { type: 'disjunction', style: 'short' })
    case 'number':
      return names.get(value.id) ?? `#${value.id}`
    case 'days':
      if (value.from === value.to) return day(value.from ?? '')
      return intl.formatMessage({ id: 'join.range' }, { from: value.from ? day(value.from) : '…', to: value.to ? day(value.to) : '…' })
  }
}
