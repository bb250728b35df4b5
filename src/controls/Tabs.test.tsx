import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useLocale } from '../locale/locale.ts'
import { Tabs } from './Tabs.tsx'

const tabs = ['一', '二', '三'].map((key) => ({ key, title: key }))

function Three({ hasPanel }: { hasPanel: boolean }) {
  const [active, setActive] = useState('一')
  return (
    <Tabs label="三个" tabs={tabs} active={active} onChange={setActive}>
      {hasPanel ? `内容${active}` : undefined}
    </Tabs>
  )
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent

test('moves through the tabs by keys in reading direction, and wraps', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<Three hasPanel />)
  await user.click(screen.getByRole('tab', { name: '一' }))
  await user.keyboard('{ArrowRight}')
  expect([
    chosen(),
    document.activeElement?.textContent,
    screen.getByRole('tabpanel', { name: '二' }).textContent,
  ]).toEqual(['二', '二', '内容二'])
  await user.keyboard('{End}{ArrowRight}')
  expect(chosen()).toBe('一')
  await user.keyboard('{ArrowLeft}')
  expect(chosen()).toBe('三')
  const { direction } = useLocale.getState()
  useLocale.setState({ direction: 'rtl' })
  await user.keyboard('{Home}{ArrowLeft}')
  expect(chosen()).toBe('二')
  useLocale.setState({ direction })
  unmount()
})

test('scrolls to the chosen tab when a wider one moves it', () => {
  const grown: (() => void)[] = []
  class Observer {
    observe = vi.fn()
    disconnect = vi.fn()
    constructor(onResize: () => void) {
      grown.push(onResize)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  const { unmount } = render(<Three hasPanel={false} />)
  vi.unstubAllGlobals()
  const strip = screen.getByRole('tablist')
  vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 40))
  vi.spyOn(screen.getByRole('tab', { selected: true }), 'getBoundingClientRect').mockReturnValue(
    new DOMRect(200, 0, 50, 40),
  )
  strip.scrollLeft = 0
  for (const resize of grown) resize()
  expect(strip.scrollLeft).toBe(198)
  unmount()
})

test('contains only tabs and names no missing panel', () => {
  render(<Three hasPanel={false} />)
  const list = screen.getByRole('tablist', { name: '三个' })
  expect([...list.children].map((child) => child.getAttribute('role'))).toEqual(['tab', 'tab', 'tab'])
  expect([...list.children].some((child) => child.hasAttribute('aria-controls'))).toBe(false)
  expect(screen.queryByRole('tabpanel')).toBeNull()
})
