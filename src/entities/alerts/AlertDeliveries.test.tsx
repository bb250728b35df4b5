/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

// It has no canvas here, and tests of its own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))

const console_ = openTestConsole('supervisor')

test('notifies recipients again until the alert is acknowledged', async () => {
  const {
    list: [alert],
  } = await console_.callAs('supervisor', endpoints.alerts.list, { state: 'ACTIVE', kinds: ['LEFT_PEN'] })
  const id = alert?.id ?? 0
  const { people } = await console_.callAs('supervisor', endpoints.alerts.assignees, { farmId: alert?.farmId ?? 0 })
  await console_.callAs('supervisor', endpoints.alerts.assign, {
    id,
    assigneeId: people.find(({ name }) => name === '苏日娜')?.id ?? 0,
  })
  const { user } = await console_.open(`/dashboard/animal-monitor/alert?open=${id}`)
  const part = () => within(screen.getByRole('region', { name: '通知记录' }))
  const [again] = await screen.findAllByRole('button', { name: '再次发送' })
  const before = part().getAllByRole('listitem').length
  await user.click(again ?? document.body)
  await waitFor(() => expect(part().getAllByRole('listitem').length).toBe(before + 1))
  const { list } = await console_.callAs('supervisor', endpoints.alertDeliveries.ofAlert, { toldAlertId: id })
  expect(list.map(({ recipient, reason }) => [recipient, reason])).toContainEqual(['苏日娜', 'RESENT'])
  await console_.callAs('pm', endpoints.alerts.acknowledge, { id, comment: '我去' })
  await waitFor(() => expect(part().queryByRole('button', { name: '再次发送' })).toBeNull())
})
