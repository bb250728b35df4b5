import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../api/request.ts'
import { openTestConsole } from '../../testConsole.tsx'

vi.mock('../../map/editing/PolygonMap.tsx', () => ({ PolygonMap: () => null }))

const console_ = openTestConsole('pm')
const path = '/dashboard/animal-monitor/farm/farmSlot'

test('shows reporting heads, warns of overlaps and refuses during a project', { tags: 'long' }, async () => {
  const { list } = await request(endpoints.pens.list, {})
  const other = list.find(({ name }) => name === '2 号圈')!
  const { user } = await console_.open(`${path}?open=${list.find(({ name }) => name === '1 号圈')!.id}`)
  const row = await screen.findByRole('row', { name: /1 号圈/ })
  expect(row.textContent).toContain('3／3（60 分钟内）')
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const typed = await screen.findByRole('textbox', { name: '围栏' })
  fireEvent.change(typed, {
    target: { value: other.polygon.coordinates[0]!.map((corner) => corner.join(', ')).join('\n') },
  })
  expect(await screen.findByText(/与圈舍“2 号圈”重叠 \d+ 米/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('项目执行期间，不能这样修改质押物')).toBeTruthy()
})

test('adds a pen with capacity and purpose', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '新增圈舍' }))
  const drawer = await screen.findByRole('dialog')
  await user.click(within(drawer).getByRole('combobox', { name: '养殖场' }))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option-content')
    expect(found?.textContent).toBe('敖包牧场')
    return found!
  })
  await user.click(option)
  fireEvent.change(within(drawer).getByRole('textbox', { name: '名称' }), { target: { value: '隔离圈' } })
  fireEvent.change(within(drawer).getByRole('spinbutton', { name: '容量' }), { target: { value: '12' } })
  fireEvent.change(within(drawer).getByRole('textbox', { name: '用途' }), { target: { value: '隔离' } })
  const [pen] = (await request(endpoints.pens.list, { name: '2 号圈' })).list
  const far = pen!.polygon.coordinates[0]!.map(([longitude, latitude]) => `${longitude + 0.0018}, ${latitude}`)
  fireEvent.change(within(drawer).getByRole('textbox', { name: '围栏' }), { target: { value: far.join('\n') } })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  const row = await screen.findByRole('row', { name: /隔离圈/ })
  await waitFor(() => expect(row.textContent).toContain('敖包牧场'))
  expect(row.textContent).toContain('12')
})

test('preselects the farm of the filtered list', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?farmId=1`)
  await user.click(await screen.findByRole('button', { name: '新增圈舍' }))
  expect(await within(await screen.findByRole('dialog')).findByText('敖包牧场')).toBeTruthy()
})
