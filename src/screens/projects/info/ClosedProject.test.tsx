/** @module-tag long */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../../api/request.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')
const id = 3

test('shows no counts or farms in a closed project', async () => {
  const { version } = await request(endpoints.projects.detail, { id })
  const { openTicketId } = await request(endpoints.projects.askToClose, { id, version, reason: '贷款已还清' })
  const { loanBalance } = await console_.callAs('pm', endpoints.projects.detail, { id })
  await console_.callAs('bank', endpoints.tickets.approve, {
    ticketId: openTicketId ?? 0,
    decision: 'APPROVED',
    settlement: { repaid: '0', writtenOff: loanBalance },
  })
  const { user } = await console_.open(`/dashboard/project/info/${id}`)
  expect(await screen.findByText(/不再清点头数/)).toBeTruthy()
  for (const title of ['台账在栏', /^去向不明/, '覆盖率'])
    expect(screen.queryByRole('heading', { name: title })).toBeNull()
  expect(within(screen.getByRole('region', { name: '台账' })).queryByText(/封账/)).toBeNull()
  expect(screen.queryByText('贷款余额')).toBeNull()
  // It is closed, but not paid off.
  expect(screen.getByText(/^结清时尚有 .+ 未还。$/)).toBeTruthy()
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  for (const title of ['地图', '告警', '摄像头']) expect(tabs()).not.toContain(title)
  await user.click(screen.getByRole('tab', { name: '头数台账' }))
  expect(await screen.findByRole('row', { name: /解除质押.*-3/ })).toBeTruthy()
  expect(tabs()).not.toContain('台账头数')
})
