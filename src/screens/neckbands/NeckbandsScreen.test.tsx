import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('pm')

const path = '/dashboard/animal-monitor/device/neckband'
const worn = 'AC233F100000'
const said = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

test('lists a neckband with its latest reading and animal', async () => {
  await call(endpoints.neckbands.addOrEdit, { deviceId: 'AC233F1000FF', model: 'N2' })
  await console_.open(path)
  const row = await screen.findByRole('row', { name: new RegExp(worn) })
  expect(within(row).getByText('已上报')).toBeTruthy()
  await waitFor(() => expect(row.textContent).toMatch(/82 %.*-67 dBm.*01.*敖包牧场.*1 号圈/))
  expect(within(screen.getByRole('row', { name: /AC233F1000FF/ })).getByText('从未上报')).toBeTruthy()
})

test('finds silent neckbands once the farm’s window has passed', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { go } = await console_.open(`${path}?state=HEARD`)
  expect(await screen.findByRole('row', { name: new RegExp(worn) })).toBeTruthy()
  await console_.server.moveTo(console_.server.now + 61 * 60_000)
  await go(`${path}?state=SILENT`)
  expect(await within(await screen.findByRole('row', { name: new RegExp(worn) })).findByText('失联')).toBeTruthy()
})

test('unpairs a neckband with reason and photo, visible in its history', async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: `对 ${worn} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '解除配对' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(new RegExp(`1 条项圈将从牲畜身上摘下.*${worn}`))).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: '原因（记入配对记录和审计）' }), '带子断了')
  await user.upload(dialog.getByLabelText('解除配对时的照片'), testPicture())
  expect(await dialog.findByRole('button', { name: '移除' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '解除配对' }))
  expect(await screen.findByText('已解除 1 条项圈的配对')).toBeTruthy()
  const {
    list: [band],
  } = await call(endpoints.neckbands.list, { deviceId: worn })
  await call(endpoints.neckbands.addOrEdit, { id: band?.id, deviceId: worn, animalId: 1, reason: '换了新带子' })
  await user.click(screen.getByText(worn))
  expect(await screen.findByText('换了新带子', { exact: false, selector: '.record-changes *' })).toBeTruthy()
  expect(await said('24 小时内重复配对')).toBe('是')
  expect(await screen.findByText('解除配对：苏日娜 · 带子断了')).toBeTruthy()
  expect(await screen.findByRole('img', { name: '解除配对时的照片' })).toBeTruthy()
  // The second time says so for good, and the list finds it.
  expect(screen.getAllByText('24 小时内重复配对', { selector: '.record-changes *' })).toHaveLength(1)
  expect((await call(endpoints.neckbands.list, { pairedAgain: true })).list.map(({ deviceId }) => deviceId)).toEqual([
    worn,
  ])
  expect((await call(endpoints.animals.pairings, { id: 1 })).list.map(({ isAgain }) => isAgain)).toEqual([true, false])
  expect(screen.getAllByText('01', { selector: '.record-changes *' })).toHaveLength(2)
  await user.click(screen.getByText('变更记录'))
  expect(await screen.findByText('带子断了')).toBeTruthy()
})

test('lists batteries by days left and marks low ones', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { now } = console_.server
  const readings = [92, 90, 88, 86, 84].map((battery, place) => ({
    neckband: worn,
    at: now - (5 - place) * 86_400_000,
    battery,
  }))
  await console_.server.ingest({ gateway: 'AC233F000001', sentAt: now, readings })
  await console_.server.moveTo(now + 6 * 3_600_000)
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('tab', { name: '电量预测' }))
  const row = await screen.findByRole('row', { name: new RegExp(worn) })
  await waitFor(() => expect(row.textContent).toMatch(/40.*下降.*82 %.*2 %.*1 号圈/))
  expect(screen.getByRole('row', { name: /AC233F100001/ }).textContent).toContain('数据不足 5 天')
  expect(screen.getAllByRole('row')[1]).toBe(row)
  await user.click(screen.getByText(worn))
  await waitFor(async () => expect(await said('剩余天数')).toBe('40'))
})

test('shows the animal read-only in the form', { tags: 'long' }, async () => {
  const { user, go } = await console_.open(`${path}?open=1`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: '佩戴牲畜' })).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  await go(path)
  await user.click(await screen.findByRole('button', { name: '新增项圈' }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByRole('textbox', { name: '设备编号' })).toBeTruthy()
  expect(drawer.queryByRole('combobox', { name: '佩戴牲畜' })).toBeNull()
})
