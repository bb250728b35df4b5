import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useReducer, useRef, type RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { AnyFilter } from '../describe.ts'
import type { AddressBar } from '../address/useAddress.ts'

/** Pause in typing before a search starts, ms. */
const pauseMs = 300

interface State {
  /** The search text in the URL, and whether the URL has no filters. */
  given: string
  isClear: boolean
  /** The last displayed search and those requested since, in order. */
  requested: readonly string[]
  /** The text in the field. */
  text: string
  /** Number of changes of the URL from elsewhere; each cancels a pending search. */
  turns: number
}
/** A reducer instead of plain state: plain state would continue from a render that typing has discarded. */
const changed = (before: State, change: (before: State) => State) => change(before)

/** Search field of the list; `/` focuses it. */
export function SearchField({
  filter,
  bar,
  input,
}: {
  filter: AnyFilter
  bar: AddressBar
  input: RefObject<InputRef | null>
}) {
  const intl = useIntl()
  const value = bar.address.filters.get(filter.field)
  const given = value?.kind === 'text' ? value.text : ''
  const isClear = bar.address.filters.size === 0
  const [state, change] = useReducer(changed, { given, isClear, requested: [given], text: given, turns: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (state.turns > 0) clearTimeout(timer.current)
  }, [state.turns])

  // Typed text stays while earlier searches load in turn, as a page may be slower than the user.
  // A change from elsewhere ("back", a saved view, "clear") replaces it.
  if (state.given !== given || state.isClear !== isClear) {
    const place = state.requested.indexOf(given)
    const isOurs = place !== -1 && (!isClear || state.isClear || place > 0)
    change(() =>
      isOurs
        ? { ...state, given, isClear, requested: state.requested.slice(place) }
        : { given, isClear, requested: [given], text: given, turns: state.turns + 1 },
    )
  }

  const type = (text: string) => change((before) => ({ ...before, text }))
  const apply = (text: string) => {
    clearTimeout(timer.current)
    const requested = text.trim()
    if (requested === state.requested.at(-1)) return
    change((before) => ({ ...before, requested: [...before.requested, requested] }))
    bar.setFilter(filter.field, requested === '' ? null : { kind: 'text', text: requested })
  }
  const applySoon = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), text === '' ? 0 : pauseMs)
  }
  const title = intl.formatMessage({ id: filter.titleId })
  return (
    <Input
      ref={input}
      className="search-field"
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      suffix={state.text === '' ? <kbd aria-hidden>/</kbd> : undefined}
      allowClear
      maxLength={100}
      placeholder={title}
      aria-label={title}
      aria-keyshortcuts="/"
      value={state.text}
      onChange={({ target, nativeEvent }) => {
        type(target.value)
        // Letters of an unfinished IME composition start no search.
        if (!('isComposing' in nativeEvent && nativeEvent.isComposing)) applySoon(target.value)
      }}
      onCompositionEnd={({ currentTarget }) => applySoon(currentTarget.value)}
      onPressEnter={({ currentTarget }) => apply(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && state.text !== '') {
          type('')
          apply('')
        }
      }}
    />
  )
}
