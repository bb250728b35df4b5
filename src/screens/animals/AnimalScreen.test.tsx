import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { createIntl } from 'react-intl'
import { formatsOf } from '../../locale/formats.ts'
import { uploadDocument } from '../../api/files/files.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

vi.mock('../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const console_ = openTestConsole('pm')

let made = 0
const formats = formatsOf(createIntl({ locale: 'zh-CN' }))
let animal: { id: number; version: number; farmId: number; visualTag: string }
const pathOf = () => `/dashboard/animal-monitor/animal/details/${animal.id}`
const region = (name: string) => screen.findByRole('region', { name })
type User = Awaited<ReturnType<typeof console_.open>>['user']
/** The button of that name in the drawer that is open. */
const save = async (user: User) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /保\s*存/ }))

beforeEach(async () => {
  const boundary = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [117, 44],
        [117.01, 44],
        [117.01, 44.01],
        [117, 44],
      ],
    ] as [number, number][][],
  }
  const farm = await call(endpoints.farms.addOrEdit, { name: `阿尔山牧场 ${++made}`, boundary })
  animal = await call(endpoints.animals.addOrEdit, { visualTag: `A-${made}`, farmId: farm.id })
})

test('shows the latest reading and 24 hours of its neckband', async () => {
  const [worn] = (await call(endpoints.animals.list, { visualTag: '01' })).list
  const { go } = await console_.open(`/dashboard/animal-monitor/animal/details/${worn?.id}`)
  const signal = within(await region('信号'))
  expect(await signal.findByText('AC233F100000')).toBeTruthy()
  expect(signal.getByRole('img', { name: /24 小时/ })).toBeTruthy()
  await go(pathOf())
  expect(await screen.findByText('未佩戴项圈')).toBeTruthy()
})

test('shows farm time, and the viewer’s time on hover', async () => {
  const boundary = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-50, -20],
        [-49.99, -20],
        [-49.99, -20.01],
        [-50, -20],
      ],
    ] as [number, number][][],
  }
  const farm = await call(endpoints.farms.addOrEdit, {
    name: `Fazenda ${made}`,
    boundary,
    timeZone: 'America/Sao_Paulo',
  })
  animal = await call(endpoints.animals.addOrEdit, { visualTag: `S-${made}`, farmId: farm.id })
  const { now } = console_.server
  await console_.open(pathOf())
  const farmTime = formats.instant(now, 'America/Sao_Paulo')
  expect(farmTime).toMatch(/UTC-3$/)
  for (const name of ['时间线', '历史记录']) {
    const [first] = await within(await region(name)).findAllByText(farmTime)
    expect(first?.title).toBe(formats.instant(now))
  }
})

test('adds a photo, opens it and keeps replaced ones', { tags: 'long' }, async () => {
  const { user } = await console_.open(pathOf())
  const photos = within(await region('照片'))
  await user.upload(await photos.findByLabelText('左侧'), testPicture())
  expect(await photos.findByText(/苏日娜/)).toBeTruthy()
  await user.upload(await photos.findByLabelText('左侧'), testPicture())
  expect(await photos.findByText('以前的照片（1）')).toBeTruthy()
  expect(await photos.findAllByRole('img', { name: '左侧' })).not.toHaveLength(0)
  expect(photos.getByText('重新拍摄')).toBeTruthy()
  const timeline = within(await region('时间线'))
  await waitFor(() => expect(timeline.getAllByText('拍照')).toHaveLength(2))
})

test('shows weights and restores a removed one', { tags: 'long' }, async () => {
  await call(endpoints.animalWeights.addOrEdit, {
    animalId: animal.id,
    weighedOn: '2026-04-01',
    kg: 400,
    method: 'SCALE',
  })
  const { user } = await console_.open(pathOf())
  const weights = within(await region('体重'))
  expect(await weights.findByText('400 kg（2026/04/01）')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /体重曲线/ })).toBeNull()
  await user.click(weights.getByRole('button', { name: '新增称重' }))
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.change(drawer.getByLabelText(/称重日期/), { target: { value: '2026-04-21' } })
  fireEvent.change(drawer.getByLabelText(/^(\* )?体重/), { target: { value: '417' } })
  await save(user)
  expect(await weights.findByText('417 kg（2026/04/21）')).toBeTruthy()
  expect(weights.getByText('+0.85 kg/天（自 2026/04/01 起）')).toBeTruthy()
  expect(await weights.findByRole('img', { name: /体重曲线/ })).toBeTruthy()

  await user.click(weights.getByRole('button', { name: '2026/04/21' }))
  await user.click(await screen.findByRole('button', { name: /^删\s*除$/ }))
  await user.click(await within(await screen.findByRole('tooltip')).findByRole('button', { name: /删\s*除/ }))
  await user.click(await weights.findByText('已删除（1）'))
  await user.click(await weights.findByRole('button', { name: /恢\s*复/ }))
  expect(await weights.findByText('417 kg（2026/04/21）')).toBeTruthy()
})

test('lists health entries with the end of their withdrawal', { tags: 'long' }, async () => {
  const entry = {
    animalId: animal.id,
    kind: 'VACCINATION',
    treatedOn: '2026-04-10',
    product: '口蹄疫疫苗',
    dose: '2 ml',
    givenBy: '李兽医',
    withdrawalEndsOn: '2026-06-01',
  } as const
  await call(endpoints.treatments.addOrEdit, entry)
  await console_.open(pathOf())
  const row = await within(await region('健康与用药')).findByRole('row', { name: /口蹄疫疫苗/ })
  expect(row.textContent).toMatch(/2026\/04\/10免疫口蹄疫疫苗 · 2 ml · 李兽医.*2026\/06\/01/)
  await waitFor(() => expect(within(row).getByText('2026/06/01').className).toBe('record-due'))
})

test('removes the animal from the herd with a document', async () => {
  const sent = await uploadDocument(new File(['%PDF-1.7\nx\n%%EOF\n'], '死亡证明.pdf', { type: 'application/pdf' }), {
    signal: new AbortController().signal,
    onProgress() {},
  })
  await call(endpoints.animals.setStatus, {
    ids: [animal.id],
    status: 'DEAD',
    leftOn: '2026-05-01',
    reason: '狼害',
    documentId: sent.id,
  })
  const { user } = await console_.open(pathOf())
  const identity = within(await region('基本信息'))
  expect(await identity.findByText('2026/05/01 · 狼害')).toBeTruthy()
  expect(identity.getByRole('button', { name: '下载文件' })).toBeTruthy()
  const timeline = within(await region('时间线'))
  expect(await timeline.findByText(/死亡.*狼害/)).toBeTruthy()
  expect(timeline.getByRole('button', { name: '下载文件' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '离栏' })).toBeNull()

  const other = await call(endpoints.animals.addOrEdit, { visualTag: `B-${made}`, farmId: animal.farmId })
  animal = other
  console_.leave()
  await console_.open(pathOf())
  await user.click(await screen.findByRole('button', { name: '离栏' }))
  expect(await within(await screen.findByRole('dialog')).findByLabelText('证明文件')).toBeTruthy()
})

test('shows both versions when two users edit', { tags: 'long' }, async () => {
  const { user } = await console_.open(pathOf())
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const breed = await screen.findByRole('textbox', { name: '品种' })
  await user.type(breed, '西门塔尔')
  await console_.callAs('supervisor', endpoints.animals.addOrEdit, {
    id: animal.id,
    version: animal.version,
    visualTag: animal.visualTag,
    farmId: animal.farmId,
    breed: '安格斯',
  })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '该记录已被他人修改' }))
  const part = within(dialog.getByRole('group', { name: /品种 双方均已修改/ }))
  expect((await call(endpoints.animals.detail, { id: animal.id })).breed).toBe('安格斯')
  await user.click(part.getByRole('radio', { name: /西门塔尔/ }))
  await user.click(dialog.getByRole('button', { name: '按所选保存' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect((await call(endpoints.animals.detail, { id: animal.id })).breed).toBe('西门塔尔')
})

test('lists former tags with dates', { tags: 'long' }, async () => {
  await console_.server.moveTo(console_.server.now + 60_000)
  await call(endpoints.animals.addOrEdit, {
    id: animal.id,
    version: animal.version,
    visualTag: `C-${made}`,
    farmId: animal.farmId,
  })
  await console_.open(pathOf())
  const tags = (await screen.findByRole('heading', { name: '耳标记录' })).closest('section')
  const rows = within(tags!).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`C-${made}.*至今`)),
    expect.stringMatching(new RegExp(`A-${made}`)),
  ])
})

test('joins and leaves a group, shown in the timeline', { tags: 'long' }, async () => {
  const group = await call(endpoints.animalGroups.addOrEdit, { name: `育肥组 ${made}` })
  await call(endpoints.animals.setGroup, { ids: [animal.id], groupId: group.id, isMember: true, reason: '育肥' })
  const { user, go } = await console_.open(`/dashboard/animal-monitor/animal/list?groupId=${group.id}`)
  const row = await screen.findByRole('row', { name: new RegExp(animal.visualTag) })
  expect(screen.getAllByRole('row')).toHaveLength(2)
  await user.click(within(row).getByRole('button', { name: `对 ${animal.visualTag} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '移出分组' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: '分组' }))
  await user.click(
    await waitFor(
      () =>
        [...document.querySelectorAll('.ant-select-item-option-content')].find(
          ({ textContent }) => textContent === group.name,
        ) ?? Promise.reject(new Error('no choice')),
    ),
  )
  fireEvent.change(dialog.getByLabelText('原因（记入审计日志）'), { target: { value: '出栏前' } })
  await user.click(dialog.getByRole('button', { name: '移出分组' }))
  // The form blocks navigation until it knows that it is saved.
  expect(await screen.findByText('已修改 1 头牲畜的分组')).toBeTruthy()
  expect((await call(endpoints.animalGroups.detail, { id: group.id })).heads).toBe(0)
  await go(pathOf())
  const timeline = within(await region('时间线'))
  expect(await timeline.findByText('移出分组')).toBeTruthy()
  expect(timeline.getByText('加入分组')).toBeTruthy()
  expect(timeline.getByText(`${group.name} · 苏日娜 · 出栏前`)).toBeTruthy()
})
