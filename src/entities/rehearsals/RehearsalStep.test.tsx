import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../api/request.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no canvas here.
vi.mock('../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <img alt={label} /> }))
vi.mock('../../map/editing/PlacesMap.tsx', () => ({
  PlacesMap: ({ places }: { places: { name: string }[] }) => (
    <p>{`地图 ${places.map(({ name }) => name).join(' ')}`}</p>
  ),
}))

const console_ = openTestConsole('pm')

test('rehearses a rule on stored readings without saving it', { tags: 'long', timeout: 120_000 }, async () => {
  const { user } = await console_.open('/dashboard/animal-monitor/farm/list?tab=farmRules')
  await user.click((await screen.findAllByRole('button', { name: '新增规则' }))[0]!)
  const choose = async (name: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name }))
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  }
  await choose('养殖场', '敖包牧场')
  expect(screen.queryByRole('button', { name: '开始预演' })).toBeNull()
  await choose('告警', '项圈失联')
  const minutes = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '无上报' })
  await user.clear(minutes)
  await user.type(minutes, '1')
  await user.click(await screen.findByRole('button', { name: '开始预演' }))
  const step = within(await screen.findByRole('region', { name: '预演' }))
  await waitFor(() => expect(step.getByText(/^此规则触发 /)).toBeTruthy(), { timeout: 90_000 })
  expect(await step.findByRole('img', { name: '每日告警数' })).toBeTruthy()
  expect(step.getByRole('row', { name: /^08:00 至 20:00/ })).toBeTruthy()
  expect(step.getByText('每分钟判定一次（实际为每 4 秒一次）。')).toBeTruthy()
  // The report is of the rule that was rehearsed.
  await user.type(minutes, '5')
  expect(await step.findByText('规则已修改，请重新预演。')).toBeTruthy()
  const { list } = await request(endpoints.alertRules.list, { scope: 'FARM', kind: 'NECKBAND_SILENT' })
  expect(list).toEqual([])
})

test('shows progress and cancels a rehearsal', { timeout: 60_000 }, async () => {
  const { user } = await console_.open('/dashboard/animal-monitor/farm/list?tab=farmRules')
  await user.click((await screen.findAllByRole('button', { name: '新增规则' }))[0]!)
  for (const [name, option] of [
    ['养殖场', '敖包牧场'],
    ['告警', '电量低'],
  ] as const) {
    await user.click(await screen.findByRole('combobox', { name }))
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  }
  await user.click(await screen.findByRole('button', { name: '开始预演' }))
  const step = within(await screen.findByRole('region', { name: '预演' }))
  const progress = within(await step.findByRole('status'))
  expect(progress.getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^\d+$/)
  await user.click(progress.getByRole('button', { name: /取\s*消/ }))
  expect(await step.findByText('预演已取消')).toBeTruthy()
  expect(step.queryByRole('status')).toBeNull()
  expect(step.getByRole('button', { name: '开始预演' })).toBeTruthy()
})

test.each([
  ['WALL_SILENT', /只保留最近一次更新时间/],
  ['BAD_POSITION', /异常定位只保留次数和少量样本/],
] as const)('explains why %s cannot be rehearsed', { tags: 'long' }, async (kind, why) => {
  console_.signIn('platform')
  const {
    list: [rule],
  } = await console_.callAs('platform', endpoints.alertRules.list, { scope: 'PLATFORM', kind })
  const { user } = await console_.open(`/dashboard/settings?tab=alertRules&open=${rule?.id}`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '开始预演' })).toBeNull()
})

test.each(['INSURANCE_EXPIRING', 'COVERAGE_LOW'] as const)(
  'rehearses %s by records, without readings',
  { tags: 'long', timeout: 120_000 },
  async (kind) => {
    console_.signIn('platform')
    const {
      list: [rule],
    } = await console_.callAs('platform', endpoints.alertRules.list, { scope: 'PLATFORM', kind })
    const { user } = await console_.open(`/dashboard/settings?tab=alertRules&open=${rule?.id}`)
    await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
    await user.click(await screen.findByRole('button', { name: '开始预演' }))
    const step = within(await screen.findByRole('region', { name: '预演' }))
    await waitFor(() => expect(step.getByText(/^此规则触发 /)).toBeTruthy(), { timeout: 90_000 })
    expect(step.getByText(/：\d+ 个养殖场。$/)).toBeTruthy()
    expect(step.getByText('每五分钟判定一次（实际为每 4 秒一次）。')).toBeTruthy()
    expect(step.queryByText('每条上报按设备时间计算，视为没有延迟。')).toBeNull()
    expect(step.queryByRole('link', { name: '在回放中查看' })).toBeNull()
  },
)
