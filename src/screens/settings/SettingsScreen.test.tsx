import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { setLocale } from '../../locale/locale.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

const path = '/dashboard/settings'
const fill = (drawer: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(drawer).getByRole('textbox', { name: label }), { target: { value } })

test('adds an entry in four languages, offers it and retires it', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=lookups.COLOUR`)
  await user.click(await screen.findByRole('button', { name: '新增毛色' }))
  const drawer = await screen.findByRole('dialog')
  fill(drawer, '简体中文', '青花')
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  expect((await within(drawer).findAllByText(/请填写/)).length).toBe(3)
  fill(drawer, '繁体中文', '青花')
  fill(drawer, '英语', 'Blue roan')
  fill(drawer, '葡萄牙语', 'Ruão')
  await user.click(within(drawer).getByRole('button', { name: /保\s*存/ }))
  const row = await screen.findByRole('row', { name: /青花.*Blue roan.*Ruão.*可选.*BLUE_ROAN/ })
  expect(row).toBeTruthy()

  const colour = (await call(endpoints.lookups.list, { kind: 'COLOUR', name: 'blue' })).list[0]
  const animal = await console_.callAs('pm', endpoints.animals.addOrEdit, {
    visualTag: 'B-1',
    farmId: 1,
    colourId: colour?.id ?? 0,
  })
  await user.click(await screen.findByRole('button', { name: '对 青花 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '停用' }))
  // Over the details there is the question now.
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
  await user.click(within(screen.getAllByRole('dialog')[1]!).getByRole('button', { name: /停\s*用/ }))
  expect(await screen.findByRole('row', { name: /青花.*已停用/ })).toBeTruthy()

  console_.leave()
  console_.signIn('pm')
  const { user: pm } = await console_.open(`/dashboard/animal-monitor/animal/list?open=${animal.id}`)
  await pm.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  expect(await screen.findByText('青花（已停用）')).toBeTruthy()
  await setLocale('en-US')
  expect(await screen.findByText('Blue roan (inactive)')).toBeTruthy()
})

test('changes the order in a drawer with labelled handles', async () => {
  const { user } = await console_.open(`${path}?tab=lookups.CATEGORY`)
  await user.click(await screen.findByRole('button', { name: '调整顺序' }))
  const handle = await screen.findByRole('button', { name: '移动“骆驼”' })
  expect(handle.getAttribute('aria-roledescription')).toBe('可移动')
  expect(document.getElementById(handle.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/按空格键拿起/)
})

test('changes a default alert rule within its limits', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=alertRules`)
  const row = await screen.findByRole('row', { name: /项圈失联.*重要.*无上报 60 分钟/ })
  await user.click(within(row).getByText('项圈失联'))
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const minutes = await screen.findByRole('spinbutton', { name: '无上报' })
  await user.clear(minutes)
  await user.type(minutes, '99999')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText(/43,200/)).toBeTruthy()
  // A project runs on a farm where no narrower rule is in force: it may be made stricter, not looser.
  await user.clear(minutes)
  await user.type(minutes, '90')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText(/只能收紧，不能放宽/)).toBeTruthy()
  await user.clear(minutes)
  await user.type(minutes, '30')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByRole('row', { name: /项圈失联.*重要.*无上报 30 分钟/ })).toBeTruthy()
})

test('validates the fields of the chosen base map', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=baseMap`)
  await user.click(await screen.findByText('按服务器环境变量'))
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  expect(screen.queryByRole('textbox', { name: '天地图密钥' })).toBeNull()
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /底图来源/ }))
  await user.click(
    await waitFor(
      () =>
        [...document.querySelectorAll('.ant-select-item-option-content')].find(
          ({ textContent }) => textContent === '天地图',
        ) ?? Promise.reject(new Error('no choice')),
    ),
  )
  const key = await screen.findByRole('textbox', { name: '天地图密钥' })
  expect(key.getAttribute('aria-required')).toBe('true')
  await user.type(key, 'abc')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('密钥为 32 位十六进制数字')).toBeTruthy()
  fireEvent.change(key, { target: { value: '0123456789abcdef0123456789abcdef' } })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByRole('row', { name: /天地图.*天地图/ })).toBeTruthy()
  expect((await call(endpoints.baseMap.list, {})).list).toMatchObject([{ kind: 'TIANDITU', inForce: 'TIANDITU' }])
})
