/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole(undefined, { hasShell: true })

const monitor = '/dashboard/animal-monitor/monitor'
const steps = async () => {
  const part = within(await screen.findByRole('region', { name: '快速上手' }))
  return (await part.findAllByRole('listitem')).map((item) => within(item).getByRole('link').textContent)
}

test('offers a new organisation its first steps', async () => {
  // 北方牲畜托管公司 is approved; it has no farm yet.
  console_.signIn('platform')
  await console_.callAs('platform', endpoints.tickets.approve, { ticketId: 1, decision: 'APPROVED', comment: '' })
  console_.signIn('north.admin')
  const { user, path } = await console_.open(monitor)
  expect(await steps()).toEqual(['核对机构资料', '邀请同事', '登记养殖场和圈舍', '登记网关和项圈', '开启两步验证'])
  expect(screen.getByText(/登记养殖场、圈舍、网关和项圈后/)).toBeTruthy()
  expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^通知/ })).toBeTruthy()
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('combobox', { name: '搜索与跳转' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('link', { name: '邀请同事' }))
  await waitFor(() => expect(path()).toBe('/dashboard/org-admin/org-profile?tab=users'))
})

test('shows a read-only user what they wait for', async () => {
  console_.signIn('li.na')
  await console_.open(monitor)
  expect(await steps()).toEqual(['开启两步验证'])
  expect(screen.getByText(/为您分配角色后/)).toBeTruthy()
})
