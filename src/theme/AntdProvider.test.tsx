import { render } from '@testing-library/react'
import { theme } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { AntdProvider } from './AntdProvider.tsx'
import { lessMotion } from './useMedia.ts'

function Motion() {
  return <p>{theme.useToken().token.motion ? 'moves' : 'still'}</p>
}

afterEach(() => vi.restoreAllMocks())

test.each([
  { matches: false, shown: 'moves' },
  { matches: true, shown: 'still' },
])('renders “$shown” with reduced motion: $matches', ({ matches, shown }) => {
  const media = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(media(query), 'matches', { value: query === lessMotion && matches }),
  )
  const { container } = render(
    <AntdProvider>
      <Motion />
    </AntdProvider>,
  )
  expect(container.textContent).toBe(shown)
})
