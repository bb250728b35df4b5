import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../api/request.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no canvas here.
vi.mock('../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <img alt={label} /> }))
vi.mock('../../map/editing/PlacesMap.tsx', () => ({ PlacesMap: ({ places }: { places: { name: string }[] }) => <p>{`地图 ${places.map(({ name }) => name).join(' ')}`}</p> }))

const console_ = await openTestConsole('pm')

test('a rule is rehearsed in its form on stored readings, told beside today’s, and not saved', { timeout: 120_000 }, async () => {
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
  await waitFor(() => expect(step.getByText(/^此规则产生 /)).toBeTruthy(), { timeout: 90_000 })
  expect(await step.findByRole('img', { name: '每日告警数' })).toBeTruthy()
  expect(step.getByRole('row', { name: /^白班/ })).toBeTruthy()
  expect(step.getByText('每分钟评判一次，而不是每四秒一次。')).toBeTruthy()
  // What is told is of the rule that was rehearsed.
  await user.type(minutes, '5')
  expect(await step.findByText('规则在预演后有改动，请重新预演。')).toBeTruthy()
  const { list } = await request(endpoints.alertRules.list, { scope: 'FARM', kind: 'NECKBAND_SILENT' })
  expect(list).toEqual([])
})
