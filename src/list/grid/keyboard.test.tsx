import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openTestList, rows } from '../testList.tsx'

const { open } = openTestList()

test('moves by arrows, opens by Enter, closes by Escape', async () => {
  const { user, path: at } = await open()
  const [first] = await rows()
  first?.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('苏日娜')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at()).toBe('/list?open=3'))
  expect(await screen.findByText('details of 3')).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByText('details of 4')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(at()).toBe('/list'))
  await user.keyboard('{End}')
  expect(document.activeElement?.textContent).toContain('王芳')
  await user.keyboard('{Home}')
  expect(document.activeElement?.textContent).toContain('平台管理员')
})

test('selects by Space and Shift, clears by Escape', { tags: 'long' }, async () => {
  const { user } = await open()
  const [first] = await rows()
  first?.focus()
  await user.keyboard(' ')
  expect(screen.getByRole('toolbar').textContent).toContain('已选 1')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(screen.getByRole('toolbar').textContent).toContain('已选 3')
  expect((await rows()).filter((row) => row.getAttribute('aria-selected') === 'true')).toHaveLength(3)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('focuses the search by slash, but not while typing', { tags: 'long' }, async () => {
  const { user } = await open()
  const search = await screen.findByRole('searchbox')
  await user.keyboard('/')
  expect(document.activeElement).toBe(search)
  await user.keyboard('a/b')
  expect(search).toHaveProperty('value', 'a/b')
})

test('opens a row by a click on a cell, but not on its checkbox', async () => {
  const { user, path: at } = await open()
  const [first, second] = await rows()
  const box = first?.querySelector('input[type=checkbox]')
  if (!first || !second || !box) throw new Error('the list has no rows to pick')
  await user.click(box)
  expect(screen.getByRole('toolbar').textContent).toContain('已选 1')
  expect(at()).toBe('/list')
  await user.click(second.querySelectorAll('[role=gridcell]')[1] ?? second)
  await waitFor(() => expect(at()).toContain('/list?open='))
})
