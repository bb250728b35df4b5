import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { AnyFilter } from '../describe.ts'
import type { AddressBar } from '../address/useAddress.ts'

/** A shorter pause between two letters asks nothing. */
const pauseMs = 300

/** The text that the list is searched for; `/` leads here. */
export function SearchField({ filter, bar, input }: { filter: AnyFilter; bar: AddressBar; input: RefObject<InputRef | null> }) {
  const intl = useIntl()
  const value = bar.address.filters.get(filter.field)
  const given = value?.kind === 'text' ? value.text : ''
  const [state, setState] = useState({ given, text: given })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The address was changed elsewhere: by "back", a view, or a click on "clear".
  if (state.given !== given) setState({ given, text: given.trim() === state.text.trim() ? state.text : given })

  const apply = (text: string) => {
    clearTimeout(timer.current)
    const wanted = text.trim()
    if (wanted !== given) bar.setFilter(filter.field, wanted === '' ? null : { kind: 'text', text: wanted })
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
      onChange={({ target }) => {
        const text = target.value
        setState({ given, text })
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(text), text === '' ? 0 : pauseMs)
      }}
      onPressEnter={({ currentTarget }) => apply(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && state.text !== '') {
          setState({ given, text: '' })
          apply('')
        }
      }}
    />
  )
}
