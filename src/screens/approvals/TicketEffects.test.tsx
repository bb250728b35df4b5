import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('bank')
const path = '/dashboard/approvals'
/** The project of the scene: three heads of one line, on one farm. */
const id = 3

const figures = async (name: RegExp) => within(await screen.findByRole('region', { name }))
const row = (table: Awaited<ReturnType<typeof figures>>, name: RegExp) => table.getByRole('row', { name }).textContent

test('shows the bank the effect of an opening before deciding', async () => {
  onTestFinished(() => console_.renew())
  const ask = <E extends Parameters<typeof console_.callAs>[1]>(
    endpoint: E,
    input: Parameters<typeof console_.callAs<E>>[2],
  ) => console_.callAs('pm', endpoint, input)
  const [categories, units] = await Promise.all(
    (['CATEGORY', 'UNIT'] as const).map((kind) => ask(endpoints.lookups.list, { kind })),
  )
  const { version, id: draftId } = await ask(endpoints.projects.addOrEdit, {
    id: 0,
    code: 'XM-9',
    name: '秋季贷款',
    bankOrgId: 2,
    borrowerOrgId: 4,
    farms: [{ id: 1 }],
    loanAmount: '20000',
    contractHeadcount: 5,
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
  })
  for (const [place, [unitPrice, haircut]] of (
    [
      ['12000', '0.125'],
      ['8000', '0.2'],
    ] as const
  ).entries()) {
    const animal = await ask(endpoints.animals.addOrEdit, {
      visualTag: `N-${place}`,
      farmId: 1,
      categoryId: categories?.list[0]?.id,
    })
    await ask(endpoints.collateral.create, {
      id: draftId,
      categoryId: categories?.list[0]?.id ?? 0,
      unitId: units?.list[0]?.id ?? 0,
      quantity: '1',
      unitPrice,
      pricedOn: '2026-05-01',
      priceSource: '市场',
      haircut,
      animalIds: [animal.id],
    })
  }
  const { openTicketId } = await ask(endpoints.projects.submit, { id: draftId, version })
  await console_.callAs('supervisor', endpoints.tickets.approve, { ticketId: openTicketId ?? 0, decision: 'APPROVED' })

  const { user } = await console_.open(`${path}?open=${openTicketId}`)
  const now = await figures(/^对头数和覆盖率的影响$/)
  expect(now.getByRole('table', { name: '项目 XM-9' })).toBeTruthy()
  expect(row(now, /合同头数/)).toMatch(/合同头数—\s*5/)
  expect(row(now, /台账在栏/)).toMatch(/台账在栏0.*2.*比合同少 3 头/)
  expect(row(now, /单价 ¥12,000.00，折扣率 12.50%/)).toMatch(/0\s*1\s*$/)
  expect(row(now, /单价 ¥8,000.00/)).toMatch(/0\s*1\s*$/)
  expect(row(now, /贷款余额/)).toMatch(/—.*¥20,000.00/)
  expect(within(screen.getByRole('table', { name: '变更内容' })).getByText(/折扣率 12\.50%/)).toBeTruthy()
  expect(row(now, /^覆盖率/)).toMatch(/—.*0.845×.*低于最低线/)
  const decision = screen.getByRole('region', { name: '审批决定' })
  expect(
    screen.getByRole('region', { name: /^对头数和覆盖率的影响$/ }).compareDocumentPosition(decision) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
  // Three heads less than contracted are approved only when the bank says that it saw them.
  const panel = within(decision)
  await user.click(panel.getByRole('button', { name: '通过' }))
  expect(panel.getByText('请先确认头数与所列牲畜的差异')).toBeTruthy()
  expect(panel.getByRole('checkbox', { name: /写明 5 头，所列牲畜 2 头/ })).toBeTruthy()
  // The supervisor decided on the same.
  await user.click(screen.getByText('审批时的影响'))
  expect(row(await figures(/^审批时（2026/), /台账在栏/)).toMatch(/比合同少 3 头/)
})

test('keeps the effect of a closing on the decided ticket', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { version } = await console_.callAs('pm', endpoints.projects.detail, { id })
  const { openTicketId } = await console_.callAs('pm', endpoints.projects.askToClose, {
    id,
    version,
    reason: '贷款已还清',
  })
  const { user } = await console_.open(`${path}?open=${openTicketId}`)
  const now = await figures(/^对头数和覆盖率的影响$/)
  expect(row(now, /台账在栏/)).toMatch(/台账在栏3.*0/)
  expect(row(now, /贷款余额/)).toMatch(/未还清.*—/)
  expect(row(now, /^覆盖率/)).toMatch(/×.*—/)
  const panel = within(screen.getByRole('region', { name: '审批决定' }))
  await user.click(panel.getByRole('button', { name: '通过' }))
  expect(panel.getByText('请说明欠款如何处理')).toBeTruthy()
  await user.click(panel.getByRole('radio', { name: /^核销/ }))
  await user.click(panel.getByRole('button', { name: '通过' }))
  const storedEffect = await figures(/^审批时（\d{4}.*）对头数和覆盖率的影响$/)
  await waitFor(() => expect(screen.queryByRole('region', { name: /^对头数和覆盖率的影响$/ })).toBeNull())
  expect(storedEffect.getByRole('columnheader', { name: '变更前' })).toBeTruthy()
  // The project counts nothing any more.
  expect(row(storedEffect, /台账在栏/)).toMatch(/台账在栏3.*0/)
  expect(row(storedEffect, /核销金额/)).toMatch(/—.*¥/)
  expect(screen.queryByText('审批时的影响')).toBeNull()
})

test('shows whether a rule change is stricter', { tags: 'long' }, async () => {
  const { ticketId } = await console_.callAs('pm', endpoints.alertRules.request, {
    kind: 'LEFT_PEN',
    farmId: 1,
    parameters: { bufferMetres: 1 },
    reason: '加强',
  })
  console_.signIn('supervisor')
  await console_.open(`${path}?open=${ticketId}`)
  expect((await figures(/^对头数和覆盖率的影响$/)).getByText('对头数和覆盖率无影响')).toBeTruthy()
  expect(within(screen.getByRole('table', { name: '变更内容' })).getByText('收紧')).toBeTruthy()
})
