import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { endSession } from '../../api/session.ts'
import { loadAccount } from '../../store/account.ts'
import { openTestConsole } from '../../testConsole.tsx'

const scanned = vi.hoisted(() => ({ code: '' }))
// There is no camera: a click reads the code.
vi.mock('../../entities/scanning/Scanner.tsx', () => ({
  Scanner: ({ onScan }: { onScan: (text: string) => void }) => (
    <button type="button" onClick={() => onScan(scanned.code)}>
      扫到
    </button>
  ),
}))

const console_ = openTestConsole('pm')

const base = '/dashboard/animal-monitor/animal'
let made = 0
let farm: { id: number; name: string }
let tag: string
let animal: { id: number }

type User = Awaited<ReturnType<typeof console_.open>>['user']

async function choose(user: User, label: string, choice: string) {
  await user.type(await screen.findByRole('combobox', { name: label }), choice)
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option-content')].find(
      ({ textContent }) => textContent === choice,
    )
    expect(found).toBeTruthy()
    return found!
  })
  await user.click(option)
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** An animal that no project counts on. */
beforeEach(async () => {
  const corners = [
    [117, 44],
    [117.01, 44],
    [117.01, 44.01],
    [117, 44],
  ] as [number, number][]
  farm = await call(endpoints.farms.addOrEdit, {
    name: `河套牧场 ${++made}`,
    boundary: { type: 'Polygon', coordinates: [corners] },
  })
  tag = `T-${made}`
  animal = await call(endpoints.animals.addOrEdit, { visualTag: tag, farmId: farm.id })
})

test('opens the animal of a scanned ear tag', async () => {
  const { user, path } = await console_.open(`${base}/list`)
  await user.click(await screen.findByRole('button', { name: '扫描耳标' }))
  const scanner = await screen.findByRole('button', { name: '扫到' })
  scanned.code = ` ${tag.toLowerCase()}\n`
  await user.click(scanner)
  await waitFor(() => expect(path()).toBe(`${base}/details/${animal.id}`))
})

test('says that no animal has a scanned tag', async () => {
  const { user, path } = await console_.open(`${base}/list`)
  await user.click(await screen.findByRole('button', { name: '扫描耳标' }))
  scanned.code = 'T-NONE'
  await user.click(await screen.findByRole('button', { name: '扫到' }))
  expect(await screen.findByText('没有耳标为 T-NONE 的牲畜。')).toBeTruthy()
  expect(path()).toBe(`${base}/list`)
})

test('lists animals with their state and finds a partial tag', async () => {
  const { user } = await console_.open(`${base}/list`)
  const row = await screen.findByRole('row', { name: /AC233F100000/ })
  await waitFor(() => expect(row.textContent).toMatch(/在栏.*牛.*敖包牧场.*1 号圈.*AC233F100000.*是/))
  await user.type(screen.getByRole('searchbox'), tag)
  await waitFor(() => expect(screen.queryByRole('row', { name: /AC233F100000/ })).toBeNull())
  expect(screen.getByRole('row', { name: new RegExp(tag) })).toBeTruthy()
})

test('checks tags while adding an animal and warns of odd ones', async () => {
  const { user } = await console_.open(`${base}/list`)
  await user.click(await screen.findByRole('button', { name: '新增牲畜' }))
  const drawer = await screen.findByRole('dialog')
  fireEvent.change(within(drawer).getByRole('textbox', { name: '可视耳标' }), { target: { value: `N-${made}` } })
  await choose(user, '养殖场', farm.name)
  await choose(user, '编码规则', '中国畜禽标识')
  const digits = within(drawer).getByRole('textbox', { name: '15 位号码' })
  fireEvent.change(digits, { target: { value: '415250212345678' } })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await within(drawer).findByText('第一位应为 1（猪）、2（牛）、3（羊）或 7（母猪）')).toBeTruthy()
  fireEvent.change(digits, { target: { value: '299999912345678' } })
  expect(await within(drawer).findByText('耳标中的县级区划代码未知，请核对。')).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByRole('row', { name: new RegExp(`N-${made}.*299999912345678`) })).toBeTruthy()
})

test('moves selected animals to a pen of another farm', async () => {
  const corners = [
    [117.001, 44.001],
    [117.002, 44.001],
    [117.002, 44.002],
    [117.001, 44.001],
  ] as [number, number][]
  const other = await call(endpoints.farms.addOrEdit, {
    name: `河东牧场 ${made}`,
    boundary: {
      type: 'Polygon',
      coordinates: [
        [
          [117, 44],
          [117.01, 44],
          [117.01, 44.01],
          [117, 44],
        ],
      ],
    },
  })
  await call(endpoints.pens.addOrEdit, {
    farmId: other.id,
    name: '东圈',
    polygon: { type: 'Polygon', coordinates: [corners] },
  })
  await call(endpoints.animals.addOrEdit, { visualTag: `${tag}b`, farmId: farm.id })
  const { user } = await console_.open(`${base}/list?farmId=${farm.id}`)
  for (const name of [tag, `${tag}b`]) await user.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '转移' }))
  // Mostly to another pen of the farm that they are on.
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText(farm.name)).toBeTruthy()
  expect(drawer.getByText('2 头牲畜')).toBeTruthy()
  await choose(user, '养殖场', other.name)
  await choose(user, '圈舍', '东圈')
  fill('原因（记入审计日志）', '过冬')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /转\s*移/ }))
  expect(await screen.findByText('已转移 2 头牲畜')).toBeTruthy()
  const { list } = await call(endpoints.animals.list, { farmId: other.id })
  expect(list.map(({ visualTag }) => visualTag)).toEqual([tag, `${tag}b`])
  expect(new Set(list.map(({ farmSlotId }) => farmSlotId)).size).toBe(1)
})

test('sets chosen values for selected animals and keeps the others', { tags: 'long' }, async () => {
  await call(endpoints.animals.addOrEdit, { visualTag: `${tag}b`, farmId: farm.id, breed: '西门塔尔' })
  const { user } = await console_.open(`${base}/list?farmId=${farm.id}`)
  for (const name of [tag, `${tag}b`]) await user.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '批量修改' }))
  expect(await screen.findByText(/将修改 2 头牲畜/)).toBeTruthy()
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('原因（记入审计日志）'), { target: { value: '复核' } })
  await user.click(dialog.getByRole('button', { name: /批量修改/ }))
  expect(await screen.findByText('请至少填写一个要修改的字段')).toBeTruthy()
  await choose(user, '性别', '公')
  await user.click(dialog.getByRole('button', { name: /批量修改/ }))
  expect(await screen.findByText('已修改 2 头牲畜')).toBeTruthy()
  const { list } = await call(endpoints.animals.list, { farmId: farm.id, sort: { field: 'visualTag', order: 'asc' } })
  expect(list.map(({ sex, breed }) => [sex, breed])).toEqual([
    ['MALE', null],
    ['MALE', '西门塔尔'],
  ])
})

test('restores input after a login only for the same animal', { tags: 'long' }, async () => {
  await call(endpoints.animals.addOrEdit, { visualTag: `${tag}b`, farmId: farm.id })
  /** The reason in the dialog by which an animal leaves the herd. */
  const openLeaving = async (name: string) => {
    await loadAccount()
    const { user } = await console_.open(`${base}/list?farmId=${farm.id}`)
    await user.click(await screen.findByRole('button', { name: `对 ${name} 的操作` }))
    await user.click(await screen.findByRole('menuitem', { name: '离栏' }))
    return within(await screen.findByRole('dialog')).findByLabelText<HTMLTextAreaElement>('原因（记入审计日志）')
  }
  fireEvent.change(await openLeaving(tag), { target: { value: '狼害' } })
  endSession()
  console_.leave()
  console_.signIn('pm')
  expect((await openLeaving(`${tag}b`)).value).toBe('')
  expect((await openLeaving(tag)).value).toBe('狼害')
})

test('refuses to sell collateral and records its death', async () => {
  const pledged = await call(endpoints.animals.addOrEdit, { visualTag: `P-${made}`, farmId: 1 })
  const { user } = await console_.open(`${base}/list?tag=P-${made}`)
  await user.click(await screen.findByRole('button', { name: `对 P-${made} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '离栏' }))
  await choose(user, '离栏方式', '已出售')
  const dialog = within(screen.getByRole('dialog'))
  const today = new Date(console_.server.now).toISOString().slice(0, 10)
  fireEvent.change(dialog.getByLabelText('离栏日期'), { target: { value: today } })
  fireEvent.change(dialog.getByLabelText('原因（记入审计日志）'), { target: { value: '狼害' } })
  await user.click(dialog.getByRole('button', { name: /离\s*栏/ }))
  expect(await screen.findByText('项目执行期间，不能这样修改质押物')).toBeTruthy()
  await choose(user, '离栏方式', '死亡')
  await user.click(dialog.getByRole('button', { name: /离\s*栏/ }))
  expect(await screen.findByText('1 头牲畜已离栏')).toBeTruthy()
  expect(await call(endpoints.animals.detail, { id: pledged.id })).toMatchObject({
    status: 'DEAD',
    leftOn: today,
    leftReason: '狼害',
  })
})

test('restores a deleted animal with a reason', { tags: 'long' }, async () => {
  const { user, path } = await console_.open(`${base}/list?farmId=${farm.id}`)
  await user.click(await screen.findByRole('button', { name: `对 ${tag} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /删\s*除/ }))
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(tag) })).toBeNull())
  await user.click(screen.getByRole('button', { name: '回收站' }))
  await waitFor(() => expect(path()).toBe(`${base}/trash/list`))
  expect(await screen.findByText(/牲畜删除 30 天后将从回收站彻底删除/)).toBeTruthy()
  expect((await screen.findByRole('row', { name: new RegExp(tag) })).textContent).toContain('30 天')
  await user.click(await screen.findByRole('button', { name: `对 ${tag} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '恢复' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '恢复原因（记入审计日志）' }), '误删')
  await user.click(dialog.getByRole('button', { name: /恢\s*复/ }))
  await waitFor(async () => expect((await call(endpoints.animals.list, { farmId: farm.id })).total).toBe(1))
  const { list } = await call(endpoints.animals.history, { id: animal.id })
  expect(list[0]).toMatchObject({ action: 'RESTORE', reason: '误删' })
})

test('hides the recycle bin from supervisor administrators', { tags: 'long' }, async () => {
  console_.signIn('supervisor')
  await console_.open(`${base}/list`)
  expect(await screen.findByRole('row', { name: /\b01\b.*AC233F100000/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '回收站' })).toBeNull()
})

test('shows stays, neckbands, alerts and the timeline of an animal', async () => {
  const [third] = (await call(endpoints.animals.list, { visualTag: '03' })).list
  await console_.open(`${base}/details/${third?.id}`)
  expect(await screen.findByRole('heading', { level: 1, name: '03' })).toBeTruthy()
  const places = (await screen.findByRole('heading', { name: '圈舍记录' })).closest('section')
  expect(places?.textContent).toMatch(/敖包牧场 · .*至今/)
  expect((await screen.findByRole('heading', { name: '项圈记录' })).closest('section')?.textContent).toContain(
    'AC233F100002',
  )
  const timeline = within(screen.getByRole('region', { name: '时间线' }))
  expect(await timeline.findByText(/AC233F100002/)).toBeTruthy()
  expect(timeline.getByText('转入')).toBeTruthy()
  expect(timeline.getByText('触发告警')).toBeTruthy()
})

test('opens a new animal once it is saved', { tags: 'long' }, async () => {
  const { user, path } = await console_.open(`${base}/details`)
  fireEvent.change(await screen.findByRole('textbox', { name: '可视耳标' }), { target: { value: `D-${made}` } })
  await choose(user, '养殖场', farm.name)
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect((await screen.findByRole('heading', { level: 1, name: `D-${made}` })).textContent).toBe(`D-${made}`)
  expect(path()).toMatch(/\/details\/\d+$/)
})
