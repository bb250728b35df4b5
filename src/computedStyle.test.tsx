import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

afterEach(cleanup)

// Tests replace getComputedStyle (.ci/computedStyle.ts): what hides an element from queries by role must still hide it.
test.each([
  ['the hidden attribute', { hidden: true }],
  ['display none of a parent', { style: { display: 'none' } }],
  ['visibility hidden of a parent', { style: { visibility: 'hidden' } }],
  ['aria-hidden', { 'aria-hidden': true }],
] as const)('finds no button hidden by %s', (_name, attributes) => {
  render(
    <div {...attributes}>
      <button type="button">a</button>
    </div>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { hidden: true })).toBeTruthy()
})

test('finds a visible button inside a hidden parent', () => {
  render(
    <div style={{ visibility: 'hidden' }}>
      <button type="button" style={{ visibility: 'visible' }}>
        a
      </button>
    </div>,
  )
  expect(screen.getByRole('button')).toBeTruthy()
})

test('returns inline styles, inherited directions and the display of a tag', () => {
  render(
    <div dir="rtl" style={{ direction: 'rtl', paddingTop: 3 }}>
      <span data-testid="a">b</span>
    </div>,
  )
  const inner = screen.getByTestId('a')
  expect(getComputedStyle(inner).direction).toBe('rtl')
  expect(getComputedStyle(inner.parentElement ?? inner).display).toBe('block')
  expect(getComputedStyle(inner.parentElement ?? inner).getPropertyValue('padding-top')).toBe('3px')
})
