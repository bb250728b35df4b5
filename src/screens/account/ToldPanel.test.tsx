/** @module-tag long */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()
const panel = async () => within(await screen.findByRole('region', { name: '我收到的告警通知' }))

test('lists the user’s own notifications with reasons and links', async () => {
  const {
    list: [alert],
  } = await console_.callAs('supervisor', endpoints.alerts.list, {
    state: 'ACTIVE',
    current: 1,
    pageSize: 1,
    sort: { field: 'severity', order: 'desc' },
  })
  const { people } = await console_.callAs('supervisor', endpoints.alerts.assignees, { farmId: alert?.farmId ?? 0 })
  const pm = people.find(({ name }) => name === '苏日娜')
  await console_.callAs('supervisor', endpoints.alerts.assign, { id: alert?.id ?? 0, assigneeId: pm?.id ?? 0 })
  console_.signIn('pm')
  await console_.open('/dashboard/account')
  const [link] = await (await panel()).findAllByRole('link', { name: new RegExp(alert?.subjectName ?? '-') })
  expect(link?.getAttribute('href')).toBe(`/dashboard/animal-monitor/alert?open=${alert?.id}`)
  expect(link?.closest('li')?.textContent).toMatch(/指派给您 · 苏日娜，.+：/)
  expect((await panel()).getAllByRole('listitem').every((item) => item.textContent?.includes('苏日娜'))).toBe(true)
})
