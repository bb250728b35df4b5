import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('supervisor')
const path = '/dashboard/animal-monitor/alert?tab=rules'

type User = Awaited<ReturnType<typeof console_.open>>['user']
async function choose(user: User, name: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}
const scopesOffered = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map(({ textContent }) => textContent)
const saved = () => waitFor(() => expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull())

async function addRule(user: User, scope: string, minutes: string, farm = '敖包牧场') {
  await user.click(await screen.findByRole('button', { name: '新增规则' }))
  await choose(user, '适用范围', scope)
  if (scope === '养殖场') await choose(user, '养殖场', farm)
  await choose(user, '告警', '项圈失联')
  const field = await screen.findByRole('spinbutton', { name: '无上报' })
  await user.clear(field)
  await user.type(field, minutes)
}

test('lists every rule with the farms it applies to', async () => {
  const { user, path: address } = await console_.open('/dashboard/animal-monitor/alert')
  await user.click(await screen.findByRole('tab', { name: '规则' }))
  await waitFor(() => expect(address()).toBe(path))
  expect(
    await screen.findByRole('row', { name: /项圈失联.*平台.*重要.*启用.*用于 1 \/ 1 个养殖场.*无上报 60 分钟/ }),
  ).toBeTruthy()
  expect((await screen.findByRole('tab', { name: '规则' })).getAttribute('aria-selected')).toBe('true')
})

test('replaces a platform rule by the organisation’s and shows its history', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  await addRule(user, '本机构', '40')
  expect(screen.queryByRole('combobox', { name: '养殖场' })).toBeNull()
  expect(screen.getByRole('button', { name: '开始预演' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await saved()
  expect(
    await screen.findByRole('row', { name: /项圈失联.*本机构.*启用.*用于 1 \/ 1 个养殖场.*无上报 40 分钟/ }),
  ).toBeTruthy()
  expect(await screen.findByRole('row', { name: /项圈失联.*平台.*未用于任何养殖场/ })).toBeTruthy()
  const {
    list: [rule],
  } = await console_.callAs('supervisor', endpoints.alertRules.list, { scope: 'ORGANISATION' })
  expect(rule).toMatchObject({ kind: 'NECKBAND_SILENT', parameters: { silentMinutes: 40 } })
  cleanup()

  const changing = await console_.open(`${path}&open=${rule?.id}`)
  await changing.user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const minutes = await screen.findByRole('spinbutton', { name: '无上报' })
  await changing.user.clear(minutes)
  await changing.user.type(minutes, '30')
  await changing.user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByRole('row', { name: /本机构.*无上报 30 分钟/ })).toBeTruthy()
  await changing.user.click(await screen.findByText('变更记录'))
  const entries = () =>
    screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => text.includes('监管负责人'))
  await waitFor(() => expect(entries()).toHaveLength(2))
  expect(entries()[0]).toMatch(/无上报 40 分钟.*无上报 30 分钟/)
})

test('suspends a rule out of season and on rest days', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  // A rule that rests is looser than one that does not: no project counts on this farm.
  const corners = [
    [117, 44],
    [117.01, 44],
    [117.01, 44.01],
    [117, 44],
  ] as [number, number][]
  const farm = await console_.callAs('pm', endpoints.farms.addOrEdit, {
    name: '集市牧场',
    boundary: { type: 'Polygon', coordinates: [corners] },
  })
  const { user } = await console_.open(path)
  await addRule(user, '养殖场', '40', '集市牧场')
  const sentence = () => document.querySelector('.rule-sentence')?.textContent ?? ''
  const from = screen.getByRole('textbox', { name: '每年开始' })
  await user.type(from, '02-30')
  await user.type(screen.getByRole('textbox', { name: '每年结束' }), '09-30')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  // There is no such day, and nothing is said of a season until there is one.
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: '每年开始' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(sentence()).not.toContain('每年')
  await user.clear(from)
  await user.type(from, '05-15')
  await user.type(screen.getByRole('textbox', { name: '不生效的日期' }), '2026-06-06, 2026-06-13')
  await waitFor(() =>
    expect(sentence()).toMatch(/仅在以下时段生效：每年 5月15日 至 9月30日.*2026年6月6日、2026年6月13日 除外/),
  )
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await saved()
  const {
    list: [rule],
  } = await console_.callAs('supervisor', endpoints.alertRules.list, { farmId: farm.id, scope: 'FARM' })
  expect(rule?.schedule).toEqual({
    weekly: [],
    fromDay: null,
    toDay: null,
    seasonFrom: '05-15',
    seasonTo: '09-30',
    restDays: ['2026-06-06', '2026-06-13'],
  })
  cleanup()

  await console_.open(`${path}&open=${rule?.id}`)
  expect(
    await screen.findByText(/每年 5月15日 至 9月30日.*2026年6月6日、2026年6月13日 除外/, { selector: 'dd *, dd' }),
  ).toBeTruthy()
})

test('shows platform rules read-only', async () => {
  const { user } = await console_.open(path)
  await user.click(within(await screen.findByRole('row', { name: /离开圈舍.*平台/ })).getByText('离开圈舍'))
  expect(await screen.findByText('越界距离 3 米', { exact: false, selector: 'dd *, dd' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /编\s*辑/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '对 离开圈舍 的操作' })).toBeNull()
})

test('offers project managers only farms and projects, subject to approval', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { id } = await console_.callAs('supervisor', endpoints.alertRules.addOrEdit, {
    kind: 'LOW_BATTERY',
    scope: 'ORGANISATION',
    parameters: { raisePercent: 25, clearPercent: 30 },
  })
  console_.signIn('pm')
  const { user } = await console_.open(`${path}&open=${id}`)
  await screen.findByText(/触发值 25 %/, { selector: 'dd *, dd' })
  expect(screen.queryByRole('button', { name: /编\s*辑/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '新增规则' }))
  await user.click(await screen.findByRole('combobox', { name: '适用范围' }))
  await screen.findByText('项目', { selector: '.ant-select-item-option-content' })
  expect(scopesOffered()).toEqual(['养殖场', '项目'])
  cleanup()

  const asking = await console_.open(path)
  await addRule(asking.user, '养殖场', '20')
  await asking.user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await asking.user.type(await screen.findByRole('textbox', { name: '原因（审批人可见）' }), '天冷')
  await asking.user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('已提交审批')).toBeTruthy()
  const {
    list: [ticket],
  } = await console_.callAs('supervisor', endpoints.tickets.list, { mine: 'TO_DECIDE' })
  expect(ticket).toMatchObject({ kind: 'RULE_CHANGE' })
})
