import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = await openTestConsole('pm')
const path = '/dashboard/project/info/3'

/** An instant as the browser's own picker takes it. */
const minuteOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

test('a project is looked at as it was, which says so loudly and changes nothing, and back again', async () => {
  const before = console_.server.now
  await console_.server.moveTo(before + 10 * 60_000)
  await call(endpoints.animals.setStatus, { ids: [3], status: 'DEAD', leftOn: '2026-05-01', reason: '胀气' })
  const { user, path: at } = await console_.open(path)
  expect(await screen.findByRole('button', { name: /^台账在栏：2 头/ }, { timeout: 15_000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看历史时刻' }))
  fireEvent.change(screen.getByLabelText('截至何时发生'), { target: { value: minuteOf(before + 60_000) } })
  await user.click(screen.getByRole('button', { name: /查\s*看$/ }))

  expect(await screen.findByRole('button', { name: /^台账在栏：3 头/ })).toBeTruthy()
  expect(at()).toMatch(/[?&]happened=/)
  const bar = screen.getByRole('region', { name: '查看历史时刻' })
  expect(within(bar).getByRole('status').textContent).toMatch(/您正在查看历史：截至 2026\/05\/01.*包括之后补记和更正的。此处不能做任何更改。/)
  expect(screen.queryByRole('button', { name: '申请结清' })).toBeNull()
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^台账在栏：3 头/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('button', { name: '03' })).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: /关\s*闭|Close/ }))

  await user.click(screen.getByRole('tab', { name: '质押牲畜' }))
  expect(await screen.findByRole('row', { name: /03.*是/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '回到现在' }))
  expect(await screen.findByRole('button', { name: /^台账在栏：2 头/ })).toBeTruthy()
  expect(at()).not.toContain('happened')
}, 60_000)
