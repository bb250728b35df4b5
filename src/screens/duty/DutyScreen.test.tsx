import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('supervisor')
const path = '/dashboard/animal-monitor/alert/duty'

/** A roster on which the project manager is on shift all day. */
async function addRoster() {
  const { people } = await call(endpoints.rosters.list, {})
  const pm = people.find(({ isAdministrator }) => !isAdministrator)
  await call(endpoints.rosters.addOrEdit, {
    name: '夜班',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [{ layer: 1, personId: pm?.id ?? 0, days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }],
  })
  return pm?.name ?? ''
}

test('names recipients without a roster, and the shift with one', async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  expect(await screen.findByText('暂无值班表，告警将通知机构管理员。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新增值班表' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增值班表' }))
  await user.type(dialog.getByLabelText('名称'), '白班')
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  const roster = within(await screen.findByRole('region', { name: '白班' }))
  expect(roster.getByText('当前无人值班，告警将通知管理员。')).toBeTruthy()
})

test('hands over a shift with a note of open alerts', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const name = await addRoster()
  const { user } = await console_.open(path)
  const roster = within(await screen.findByRole('region', { name: '夜班' }))
  expect(roster.getAllByText(name).length).toBeGreaterThan(0)
  await user.click(roster.getByRole('button', { name: /交\s*班/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '交班' }))
  await user.type(dialog.getByLabelText('说明'), '三号门坏了')
  await user.click(dialog.getByRole('button', { name: /交\s*班/ }))
  expect(await roster.findByText('三号门坏了')).toBeTruthy()
  // The alerts that were open then stand below the note, each with a link.
  const { list } = await console_.callAs('supervisor', endpoints.alerts.list, { state: 'ACTIVE', pageSize: 100 })
  const lines = within(roster.getByText('三号门坏了').closest('details')!).getAllByRole('link')
  expect(lines).toHaveLength(list.length)
  expect(new Set(lines.map((line) => line.getAttribute('href')))).toEqual(
    new Set(list.map(({ id }) => `/dashboard/animal-monitor/alert?open=${id}`)),
  )
  expect(lines[0]?.textContent).toMatch(/紧急.*离开圈舍.*03.*敖包牧场/)
  expect(roster.getByText(new RegExp(`监管负责人.*${list.length}`), { selector: 'summary' })).toBeTruthy()
})

test('lets a project manager hand over but not edit', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  await addRoster()
  console_.signIn('pm')
  await console_.open(path)
  const roster = within(await screen.findByRole('region', { name: '夜班' }))
  expect(roster.getByRole('button', { name: /交\s*班/ })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('region', { name: '升级通知' })).toBeTruthy())
  expect([
    screen.queryByRole('button', { name: '新增值班表' }),
    roster.queryByRole('button', { name: /编\s*辑/ }),
  ]).toEqual([null, null])
})
