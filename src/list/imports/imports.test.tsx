import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { importPath } from '#contract/calls/imports.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

// The server reads each file in a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const console_ = openTestConsole('pm')
const animals = '/dashboard/animal-monitor/animal/list'
const patience = { timeout: 30_000 }

const sheet = (rows: string[], name = '牛群.csv') =>
  new File([['可视耳标,养殖场,性别', ...rows].join('\r\n')], name, { type: 'text/csv' })
const found = async (tag: string) => (await call(endpoints.animals.list, { visualTag: tag })).list.length

/** An import that a test has left open waits for nobody. */
beforeEach(async () => {
  const left = await call(endpoints.imports.current, {})
  if (left) await call(endpoints.imports.cancel, { id: left.id })
})

async function openImport() {
  const opened = await console_.open(`${animals}?import=1`)
  return { ...opened, input: await screen.findByLabelText<HTMLInputElement>('选择或拖入文件', {}, patience) }
}

test('checks a sheet, lists faults and imports valid rows on confirmation', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const { user, path } = await console_.open(animals)
  await user.click(await screen.findByRole('button', { name: '导入' }))
  await waitFor(() => expect(path()).toBe(`${animals}?import=1`))
  await user.upload(
    await screen.findByLabelText('选择或拖入文件'),
    sheet(['IM-1,敖包牧场,母', 'IM-2,敖包牧场,公', 'IM-3,别处,又'], '牛群.csv'),
  )
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('牛群.csv 中有 2 行可以导入。', {}, patience)).toBeTruthy()
  await waitFor(() =>
    expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      '行列值原因',
      '4养殖场别处没有您可使用的同名记录',
      '4性别又不是此列允许的值',
    ]),
  )
  expect(await dialog.findByText(/性别“又”（1 行）.*母或公/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '将错误保存为 CSV' }))
  await waitFor(() => expect(createUrl).toHaveBeenCalled())
  const [[blob] = []] = createUrl.mock.calls
  expect(blob instanceof Blob && (await blob.text())).toContain('4,养殖场,别处,没有您可使用的同名记录')
  expect(await found('IM-')).toBe(0)

  // A reloaded page finds it again.
  console_.leave()
  const again = await console_.open(`${animals}?import=1`)
  await again.user.click(await screen.findByRole('button', { name: '跳过有误的行，导入 2 行' }, patience))
  expect(await screen.findByText('已导入 2 行。', {}, patience)).toBeTruthy()
  expect(await found('IM-')).toBe(2)
  // Escape needs unique ids of dialogs, which antd lacks in tests.
  const [close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: '关闭' })
  if (close === undefined) throw new Error('no button that closes')
  await again.user.click(close)
  await waitFor(() => expect(again.path()).toBe(animals))
  const row = await screen.findByRole('row', { name: /IM-1/ })
  await again.user.click(row)
  await again.user.click(await screen.findByText('变更记录'))
  expect(await screen.findByText('从 牛群.csv 导入')).toBeTruthy()
})

test('explains an unreadable sheet and accepts another', { tags: 'long' }, async () => {
  const { user, input } = await openImport()
  await user.upload(input, new File(['耳标\r\nx'], 'x.csv'))
  expect(await screen.findByText('缺少以下列：可视耳标和养殖场。首行应为模板中的列标题。', {}, patience)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '选择其他文件' }))
  await user.upload(await screen.findByLabelText('选择或拖入文件'), sheet(['IM-9,敖包牧场,母']))
  expect(await screen.findByRole('button', { name: '导入 1 行' }, patience)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消导入' }))
  expect(await screen.findByLabelText('选择或拖入文件', {}, patience)).toBeTruthy()
  expect(await found('IM-9')).toBe(0)
})

test('shows upload progress and cancels', async () => {
  console_.faults.use(http.post(`*${importPath(endpoints.animals.addOrEdit)}`, () => delay('infinite')))
  const { user, input } = await openImport()
  await user.upload(input, sheet(['IM-8,敖包牧场,母']))
  expect(await screen.findByRole('progressbar', { name: '上传进度' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消导入' }))
  expect(await screen.findByLabelText('选择或拖入文件')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows an unfinished import under its own table only', async () => {
  const { user, unmount, input } = await openImport()
  await user.upload(input, sheet(['IM-7,敖包牧场,母'], '牛群.csv'))
  expect(await screen.findByRole('button', { name: '导入 1 行' }, patience)).toBeTruthy()
  unmount()
  await console_.open('/dashboard/animal-monitor/device/neckband?import=1')
  expect(await screen.findByText(/“牛群.csv”.*尚未导入/, {}, patience)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '导入 1 行' })).toBeNull()
  const one = await call(endpoints.imports.current, {})
  await expect(call(endpoints.imports.commit, { id: one?.id ?? 0, noun: 'neckbands' })).rejects.toMatchObject({
    status: 409,
  })
  expect(await found('IM-7')).toBe(0)
})

test('imports gateways and neckbands', { tags: 'long' }, async () => {
  for (const [address, header, row] of [
    ['gateway', 'MAC 地址,养殖场,经度,纬度', 'AC23AA000001,敖包牧场,116.08,43.94'],
    ['neckband', '设备编号', 'AC23AA0000A1'],
  ] as const) {
    const { user, unmount } = await console_.open(`/dashboard/animal-monitor/device/${address}?import=1`)
    await user.upload(
      await screen.findByLabelText('选择或拖入文件', {}, patience),
      new File([`${header}\r\n${row}`], 'x.csv'),
    )
    await user.click(await screen.findByRole('button', { name: '导入 1 行' }, patience))
    expect(await screen.findByText('已导入 1 行。', {}, patience)).toBeTruthy()
    unmount()
  }
})

test('shows what would change, and says when nothing would', async () => {
  await call(endpoints.animals.addOrEdit, { visualTag: 'IM-20', farmId: 1, sex: 'FEMALE' })
  await call(endpoints.animals.addOrEdit, { visualTag: 'IM-21', farmId: 1, sex: 'MALE' })
  const { user, input, unmount } = await openImport()
  await user.upload(input, sheet(['IM-20,敖包牧场,公', 'IM-21,敖包牧场,公']))
  expect(await screen.findByText('其中 1 行将修改已有记录：', {}, patience)).toBeTruthy()
  const table = within(screen.getByRole('table', { name: '修改' }))
  await waitFor(() => expect(table.getAllByRole('row').map(({ textContent }) => textContent)[1]).toBe('2性别母公'))
  expect(screen.getByText('1 行与已有记录一致，无需导入。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '导入 1 行' }))
  expect(await screen.findByText('已导入 1 行。', {}, patience)).toBeTruthy()
  unmount()
  const again = await openImport()
  await again.user.upload(again.input, sheet(['IM-20,敖包牧场,公', 'IM-21,敖包牧场,公'], '同样.csv'))
  expect(await screen.findByText('无需修改：同样.csv 中的各行均与已有记录一致。', {}, patience)).toBeTruthy()
})

test('maps columns by hand and checks the file again', async () => {
  const { user, input } = await openImport()
  await user.upload(input, new File(['牌子,养殖场\r\nIM-30,敖包牧场'], 'x.csv'))
  const choice = await screen.findByRole('combobox', { name: '牌子' }, patience)
  await user.click(choice)
  await user.click(await screen.findByTitle('可视耳标'))
  await user.click(screen.getByRole('button', { name: '保存并重新检查' }))
  expect(await screen.findByRole('button', { name: '导入 1 行' }, patience)).toBeTruthy()
})
