import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { AnyFilter } from '../describe.ts'
import type { AddressBar } from '../address/useAddress.ts'

/** A shorter pause between two letters asks nothing. */
const pauseMs = 300

/** What is typed, and what the list was asked for meanwhile, from what it shows on: a page may be slower than who types. */
interface Draft {
  text: string
  asked: readonly string[]
}

/** The text that the list is searched for; `/` leads here. */
export function SearchField({ filter, bar, input }: { filter: AnyFilter; bar: AddressBar; input: RefObject<InputRef | null> }) {
  const intl = useIntl()
  const value = bar.address.filters.get(filter.field)
  const given = value?.kind === 'text' ? value.text : ''
  const isClear = bar.address.filters.size === 0
  const [draft, setDraft] = useState<Draft | null>(null)
  const isLive = draft?.asked.includes(given) === true
  const text = isLive ? draft.text : given
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasClear = useRef(isClear)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Once the page has followed, and not while it is drawn: what is drawn for a page to come may be thrown away.
  useEffect(() => {
    const isCleared = isClear && !wasClear.current
    wasClear.current = isClear
    if (draft === null) return
    const place = draft.asked.indexOf(given)
    // The address was changed elsewhere, by "back", a view, or a click on "clear".
    if (place === -1 || (isCleared && place === 0)) {
      clearTimeout(timer.current)
      setDraft(null)
    } else if (place > 0) setDraft((now) => now && { ...now, asked: now.asked.slice(now.asked.indexOf(given)) })
  }, [draft, given, isClear])

  const type = (typed: string) => setDraft((before) => ({ text: typed, asked: isLive && before !== null ? before.asked : [given] }))
  const apply = (typed: string) => {
    clearTimeout(timer.current)
    const asked = typed.trim()
    if (asked === (isLive ? draft.asked.at(-1) : given)) return
    setDraft((before) => ({ text: before?.text ?? typed, asked: [...(before?.asked ?? [given]), asked] }))
    bar.setFilter(filter.field, asked === '' ? null : { kind: 'text', text: asked })
  }
  const applySoon = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(typed), typed === '' ? 0 : pauseMs)
  }
  const title = intl.formatMessage({ id: filter.titleId })
  return (
    <Input
      ref={input}
      className="search-field"
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      suffix={text === '' ? <kbd aria-hidden>/</kbd> : undefined}
      allowClear
      maxLength={100}
      placeholder={title}
      aria-label={title}
      aria-keyshortcuts="/"
      value={text}
      onChange={({ target, nativeEvent }) => {
        type(target.value)
        // Letters on their way to a character are not looked for.
        if (!('isComposing' in nativeEvent && nativeEvent.isComposing)) applySoon(target.value)
      }}
      onCompositionEnd={({ currentTarget }) => applySoon(currentTarget.value)}
      onPressEnter={({ currentTarget }) => apply(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          type('')
          apply('')
        }
      }}
    />
  )
}
