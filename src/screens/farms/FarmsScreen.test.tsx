import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../api/request.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

// There is no GPU to draw on: what is typed and read from files goes the same way as what is drawn.
vi.mock('../../map/editing/PolygonMap.tsx', () => ({
  PolygonMap: ({
    polygon,
    outlines,
    onUndo,
  }: {
    polygon: { coordinates: unknown[] } | null
    outlines: { name: string }[]
    onUndo: () => void
  }) => (
    <button type="button" onClick={onUndo}>
      {`地图 ${polygon?.coordinates.length ?? 0} ${outlines.map(({ name }) => name).join(' ')}`}
    </button>
  ),
}))

vi.mock('../../map/editing/OverviewMap.tsx', () => ({
  OverviewMap: ({
    farms,
    outlines,
    onOpen,
  }: {
    farms: { name: string }[]
    outlines: { name: string }[]
    onOpen: (farm: object) => void
  }) => (
    <button type="button" onClick={() => onOpen(farms[0]!)}>
      {[...farms, ...outlines].map(({ name }) => name).join(' ')}
    </button>
  ),
}))

// A click on this moves the picture north.
vi.mock('../../map/editing/PlanMap.tsx', () => ({
  PlanMap: ({
    plan,
    outlines,
    onChange,
  }: {
    plan: { corners: [number, number][] }
    outlines: { name: string }[]
    onChange: (corners: [number, number][]) => void
  }) => (
    <button
      type="button"
      onClick={() =>
        onChange(plan.corners.map(([longitude, latitude]) => [longitude, Number((latitude + 0.01).toFixed(7))]))
      }
    >
      {`放置 ${outlines.map(({ name }) => name).join(' ')}`}
    </button>
  ),
}))

const console_ = openTestConsole('pm')
const path = '/dashboard/animal-monitor/farm/list'
const corners = '116.1, 44\n116.11, 44\n116.11, 44.01\n116.1, 44.01'

test('adds a farm with typed corners and lists it', async () => {
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /敖包牧场/ })
  await waitFor(() => expect(row.textContent).toContain('3／3（60 分钟内）'))
  await user.click(screen.getByRole('button', { name: '新增养殖场' }))
  const drawer = await screen.findByRole('dialog')
  fireEvent.change(within(drawer).getByRole('textbox', { name: '名称' }), { target: { value: '河湾牧场' } })
  await user.type(within(drawer).getByRole('combobox', { name: '县级区划代码' }), '锡林浩特')
  const county = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option-content')].find(
      ({ textContent }) => textContent === '152502 内蒙古自治区 锡林郭勒盟 锡林浩特市',
    )
    expect(found).toBeTruthy()
    return found!
  })
  await user.click(county)
  const typed = within(drawer).getByRole('textbox', { name: '边界' })
  expect(await within(drawer).findByText('地图 0 敖包牧场')).toBeTruthy()

  // The second line is not a corner; the error names the line.
  fireEvent.change(typed, { target: { value: corners.replace('116.11, 44\n', '116.11, 144\n') } })
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect(await within(drawer).findByText('轮廓，第 2 个角的纬度')).toBeTruthy()
  fireEvent.change(typed, { target: { value: corners } })
  expect(await within(drawer).findByText(/^89\.\d+ 公顷（1,3\d\d 亩）$/)).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  const added = await screen.findByRole('row', { name: /河湾牧场/ })
  expect(added.textContent).toContain('152502')
  const { list } = await request(endpoints.farms.list, { name: '河湾' })
  expect(list[0]?.boundary.coordinates[0]?.[2]).toEqual([116.11, 44.01])
})

test('lists what is left before a farm counts, with links', async () => {
  const { id } = await request(endpoints.farms.addOrEdit, {
    name: '新建牧场',
    boundary: {
      type: 'Polygon',
      coordinates: [
        [
          [116, 44],
          [116.01, 44],
          [116.01, 44.01],
          [116, 44],
        ],
      ],
    },
  })
  await request(endpoints.animals.addOrEdit, { visualTag: 'G-1', farmId: id })
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('row', { name: /新建牧场/ }))
  const guide = within(await screen.findByRole('region', { name: '纳入统计前还需完成' }))
  expect(guide.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '绘制圈舍',
    '安装网关并收到上报',
    '为 1 头牲畜佩戴项圈',
    '登记保单',
    '加入质押项目',
  ])
  expect(guide.getByRole('link', { name: '绘制圈舍' }).getAttribute('href')).toContain(`farmSlot?farmId=${id}`)
})

test('says why a new borrower is not offered', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '新增养殖场' }))
  const finder = await screen.findByRole('combobox', { name: /出质人/ })
  await user.type(finder, '谁也不是')
  expect(await screen.findByText(/项目通过审批后/, { selector: 'small' })).toBeTruthy()
})

test('shows farms and pens on a map and opens one', async () => {
  const { user, path: at } = await console_.open(path)
  await user.click(await screen.findByRole('tab', { name: '地图' }))
  await waitFor(() => expect(at()).toContain('tab=map'))
  await user.click(await screen.findByRole('button', { name: /^敖包牧场 .*1 号圈 2 号圈$/ }))
  await waitFor(() => expect(at()).toBe(`${path}?open=1`))
  expect(await screen.findByText('Asia/Shanghai', { selector: 'dd *, dd' })).toBeTruthy()
  // The rules in force, and where each comes from.
  expect((await screen.findByText('离开圈舍', { selector: 'strong' })).closest('li')?.textContent).toMatch(
    /紧急.*启用.*来自平台/,
  )
})

test('applies a project rule at its hours on the farm', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  console_.signIn('supervisor')
  const { user } = await console_.open(`${path}?tab=projectRules`)
  await user.click((await screen.findAllByRole('button', { name: '新增项目规则' }))[0]!)
  await user.click(await screen.findByRole('combobox', { name: '项目' }))
  await user.click((await screen.findAllByText(/./, { selector: '.ant-select-item-option-content' }))[0]!)
  await user.click(await screen.findByRole('combobox', { name: '告警' }))
  await user.click(await screen.findByText('离开圈舍', { selector: '.ant-select-item-option-content' }))
  await user.click(await screen.findByRole('button', { name: '添加时段' }))
  expect(await screen.findByText(/仅在以下时段生效：每天 08:00–18:00/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '移除时段' }))
  await user.clear(await screen.findByRole('spinbutton', { name: '越界距离' }))
  await user.type(await screen.findByRole('spinbutton', { name: '越界距离' }), '2')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull())
  cleanup()
  await console_.open(`${path}?open=1`)
  expect((await screen.findByText('离开圈舍', { selector: 'strong' })).closest('li')?.textContent).toMatch(
    /来自项目.*代替平台/,
  )
})

test('requests, approves and applies an alert rule of a farm', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const choose = async (user: Awaited<ReturnType<typeof console_.open>>['user'], name: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name }))
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  }
  const addRule = async () => {
    const { user } = await console_.open(`${path}?tab=farmRules`)
    await user.click((await screen.findAllByRole('button', { name: '新增规则' }))[0]!)
    expect((await screen.findByRole('combobox', { name: '养殖场' })).getAttribute('aria-required')).toBe('true')
    await choose(user, '养殖场', '敖包牧场')
    await choose(user, '告警', '项圈失联')
    const minutes = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '无上报' })
    // The default of that kind, until another value is typed.
    expect(minutes.value).toBe('60')
    await user.clear(minutes)
    await user.type(minutes, '20')
    // A sentence describes the rule while it is filled in.
    expect(
      await screen.findByText(/项圈 20 分钟未上报，且超过其平时上报间隔的 4 倍时，触发重要告警；再次上报后恢复。/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    return { user }
  }
  const { user } = await addRule()
  const asking = within((await screen.findByText('此修改须经审批')).closest<HTMLElement>('[role="dialog"]')!)
  await user.click(asking.getByRole('button', { name: '提交审批' }))
  expect(asking.getByRole('alert')).toBeTruthy()
  await user.type(asking.getByRole('textbox', { name: '原因（审批人可见）' }), '天冷')
  await user.click(asking.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('已提交审批')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull())
  cleanup()

  // The decider reads the change, and makes it by approving it.
  console_.signIn('supervisor')
  const {
    list: [ticket],
  } = await console_.callAs('supervisor', endpoints.tickets.list, { mine: 'TO_DECIDE' })
  const approving = await console_.open(`/dashboard/approvals?open=${ticket?.ticketId}`)
  const changes = within(await screen.findByRole('table', { name: '变更内容' }))
  for (const name of [/告警.* 项圈失联/, /变更.* 新增规则/, /无上报 60 分钟 20 分钟/, /原因.* 天冷/])
    expect(changes.getByRole('row', { name })).toBeTruthy()
  await approving.user.click(
    within(screen.getByRole('region', { name: '审批决定' })).getByRole('button', { name: '通过' }),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: '审批决定' })).toBeNull())
  cleanup()
  await console_.open(`${path}?tab=farmRules`)
  expect(await screen.findByRole('row', { name: /敖包牧场.*项圈失联.*重要.*无上报 20 分钟/ })).toBeTruthy()
  cleanup()

  // Its removal loosens what a project counts on, so it needs the supervisor and then the bank.
  console_.signIn('pm')
  const removing = await console_.open(`${path}?tab=farmRules`)
  await removing.user.click(await screen.findByRole('button', { name: '对 项圈失联 的操作' }))
  await removing.user.click(await screen.findByRole('menuitem', { name: '删除规则' }))
  await removing.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除规则' }))
  await removing.user.type(await screen.findByRole('textbox', { name: '原因（审批人可见）' }), '不再需要')
  await removing.user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('已提交审批')).toBeTruthy()
})

test('undoes a boundary from a file and warns of outside pens', async () => {
  const { user } = await console_.open(`${path}?open=1`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const before = (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '边界' })).value
  const file = new File(
    [
      JSON.stringify({
        type: 'Polygon',
        coordinates: [
          [
            [116.1, 44],
            [116.11, 44],
            [116.11, 44.01],
            [116.1, 44],
          ],
        ],
      }),
    ],
    'a.geojson',
  )
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  expect((await screen.findAllByText(/圈舍“1 号圈”超出边界 [\d,]+ 米/)).length).toBe(1)
  await user.click(screen.getByText(/^地图 1 .*1 号圈/))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '边界' }).value).toBe(before)
  await waitFor(() => expect(screen.queryByText(/超出边界/)).toBeNull())
})

test('refuses a new boundary while a project of the farm runs', async () => {
  const { user } = await console_.open(`${path}?open=1`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  fireEvent.change(await screen.findByRole('textbox', { name: '边界' }), { target: { value: corners } })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('项目执行期间，不能这样修改质押物')).toBeTruthy()
})

test('places a plan picture and saves it with its opacity', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(`${path}?open=1`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  await user.upload(await screen.findByLabelText('平面图图片'), testPicture())
  const map = await screen.findByText('放置 敖包牧场 1 号圈 2 号圈')
  const typed = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /四角的经度和纬度/ })
  const before = typed.value.split('\n')
  expect(before).toHaveLength(4)
  await user.click(map)
  await waitFor(() => expect(typed.value.split('\n')).not.toEqual(before))
  // Three corners are rejected, and the previous ones stay.
  fireEvent.change(typed, { target: { value: before.slice(1).join('\n') } })
  fireEvent.blur(typed)
  expect(typed.value.split('\n')).toHaveLength(4)
  fireEvent.change(typed, { target: { value: '116.07, 43.95\n116.09, 43.95\n116.09, 43.93\n116.07, 43.93' } })
  fireEvent.change(screen.getByRole('slider', { name: '不透明度' }), { target: { value: '0.4' } })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  await waitFor(async () => {
    const { planImage } = await request(endpoints.farms.detail, { id: 1 })
    expect(planImage).toMatchObject({
      corners: [
        [116.07, 43.95],
        [116.09, 43.95],
        [116.09, 43.93],
        [116.07, 43.93],
      ],
      opacity: 0.4,
    })
  })
})
