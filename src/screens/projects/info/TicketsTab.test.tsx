/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('bank')
const id = 3

test('lists farm tickets read-only for the bank', async () => {
  const {
    list: [head],
  } = await console_.callAs('pm', endpoints.pledges.list, { id, state: ['PLEDGED'] })
  const { ticketId } = await console_.callAs('pm', endpoints.movementPermits.request, {
    farmId: 1,
    tags: [head?.visualTag ?? ''],
    startsAt: console_.server.now,
    endsAt: console_.server.now + 3_600_000,
    purpose: '转场',
  })
  await console_.callAs('pm', endpoints.alertRules.request, {
    kind: 'LEFT_PEN',
    scope: 'PROJECT',
    projectId: id,
    parameters: { bufferMetres: 1 },
    reason: '加强',
  })
  const { user, path } = await console_.open(`/dashboard/project/info/${id}?tab=tickets`)
  const permit = await screen.findByRole('row', { name: /移动许可/ })
  expect(screen.getByRole('row', { name: /规则变更/ })).toBeTruthy()
  await user.click(within(permit).getByRole('link', { name: /移动许可/ }))
  await waitFor(() => expect(path()).toBe(`/dashboard/approvals?open=${ticketId}`))
  expect(await screen.findByRole('region', { name: '对头数和覆盖率的影响' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '审批决定' })).toBeNull()
  expect(screen.queryByRole('region', { name: '评论' })).toBeNull()
})
