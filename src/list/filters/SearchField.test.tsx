import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect, test, vi } from 'vitest'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import type { FilterValue } from '../address/address.ts'
import type { AddressBar } from '../address/useAddress.ts'
import { SearchField } from './SearchField.tsx'

const others = {
  view: '',
  clearFilters: vi.fn(),
  setSort: vi.fn(),
  setPage: vi.fn(),
  open: vi.fn(),
  applyView: vi.fn(),
}
const intl = createIntl({ locale: 'zh-CN', messages: zhCN })

test('keeps typed text during a slow answer and follows other changes', async () => {
  const user = userEvent.setup()
  const setFilter = vi.fn<AddressBar['setFilter']>()
  const field = (text: string) => {
    const filters = new Map<string, FilterValue>(text === '' ? [] : [['name', { kind: 'text', text }]])
    const address = { page: 1, size: null, sort: null, filters, open: null }
    return (
      <RawIntlProvider value={intl}>
        <SearchField
          filter={{ field: 'name', titleId: 'user.search', shape: { kind: 'text', options: [] } }}
          bar={{ ...others, address, setFilter }}
          input={createRef()}
        />
      </RawIntlProvider>
    )
  }
  const { rerender } = render(field(''))
  const input = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(input, 'a{Enter}')
  await user.type(input, 'n{Enter}')
  await user.type(input, '{Enter}i')
  expect(setFilter.mock.calls).toEqual(['a', 'an'].map((text) => ['name', { kind: 'text', text }]))
  rerender(field('a'))
  expect(input.value).toBe('ani')
  rerender(field('an'))
  expect(input.value).toBe('ani')
  rerender(field('a'))
  expect(input.value).toBe('a')
  await user.type(input, 'b{Enter}{Escape}a{Enter}')
  expect(setFilter.mock.calls.slice(2).map(([, change]) => change)).toEqual([
    { kind: 'text', text: 'ab' },
    null,
    { kind: 'text', text: 'a' },
  ])
  // Cleared by oneself: what is typed since stays, and is asked for.
  rerender(field('ab'))
  await user.type(input, '{Escape}c')
  rerender(field(''))
  expect(input.value).toBe('c')
  await waitFor(() => expect(setFilter.mock.lastCall).toEqual(['name', { kind: 'text', text: 'c' }]))
  // Cleared by a click elsewhere, it is neither.
  rerender(field('c'))
  await user.type(input, 'd')
  rerender(field(''))
  expect(input.value).toBe('')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(setFilter.mock.lastCall).toEqual(['name', { kind: 'text', text: 'c' }])
})
