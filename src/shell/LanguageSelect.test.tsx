import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { languages } from '../locale/languages.ts'
import { followLocale, setLocale } from '../locale/locale.ts'
import { LocaleProvider } from '../locale/LocaleProvider.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'

beforeEach(() => setLocale('zh-CN'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('reports a language that fails to load and retries it', async () => {
  vi.useFakeTimers()
  const choose = () => fireEvent.change(select, { target: { value: 'pt-BR' } })
  render(
    <LocaleProvider>
      <LanguageSelect />
    </LocaleProvider>,
  )
  const away = vi.spyOn(languages['pt-BR'], 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '语言' })
  choose()
  expect([select.value, select.getAttribute('aria-busy')]).toEqual(['pt-BR', 'true'])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('alert').textContent).toBe('Português加载失败：服务器无响应，请稍后再试')
  expect([select.value, select.getAttribute('aria-busy')]).toEqual(['zh-CN', 'false'])

  away.mockRestore()
  vi.useRealTimers()
  choose()
  // The words are there a moment before the choice is over.
  const chosen = await screen.findByRole('combobox', { name: 'Idioma' })
  await vi.waitFor(() => expect(chosen.getAttribute('aria-busy')).toBe('false'), { timeout: 10_000 })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('follows another tab’s language unless it fails to load', async () => {
  render(
    <LocaleProvider>
      <LanguageSelect />
    </LocaleProvider>,
  )
  const leave = followLocale()
  const choose = (locale: string) => {
    localStorage.setItem('locale', locale)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
  }
  const away = vi.spyOn(languages['en-US'], 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  choose('en-US')
  await vi.waitFor(() => expect(away).toHaveBeenCalled(), { timeout: 10_000 })
  choose('pt-BR')
  await screen.findByRole('combobox', { name: 'Idioma' })
  leave()
})
