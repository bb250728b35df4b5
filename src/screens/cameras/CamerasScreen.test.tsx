import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no GPU to draw on: a click on this sets the point.
vi.mock('../../map/editing/PointMap.tsx', () => ({
  PointMap: (props: { outlines: { name: string }[]; others: { name: string }[]; onChange: (at: number[]) => void }) => (
    <button type="button" onClick={() => props.onChange([116.08, 43.94])}>
      {`地图 ${[...props.outlines, ...props.others].map(({ name }) => name).join(' ')}`}
    </button>
  ),
}))

const console_ = openTestConsole('platform')
const path = '/dashboard/cameras'
const add = (name: string, more: object = {}) =>
  call(endpoints.cameras.addOrEdit, {
    name,
    farmId: 1,
    streamKind: 'HLS',
    streamAddress: 'https://cameras.example.com/live.m3u8',
    ...more,
  })

test('lists a camera with its farm and state', async () => {
  const { id } = await add('北门')
  await console_.open(`${path}?open=${id}`)
  const row = await screen.findByRole('row', { name: /北门/ })
  await waitFor(() => expect(row.textContent).toMatch(/北门.*敖包牧场.*从未连通.*HLS/))
  const picture = await screen.findByRole('figure')
  await waitFor(() => expect(picture.textContent).toMatch(/实时画面未开启.*北门.*从未连通.*观看直播/))
})

test('rejects an address that contains a password', async () => {
  const { user } = await console_.open(path)
  await user.click((await screen.findAllByRole('button', { name: '新增摄像头' }))[0]!)
  const form = await screen.findByRole('dialog')
  await user.type(
    await within(form).findByRole('textbox', { name: /快照地址/ }),
    'https://admin:secret@cameras.example.com/1.jpg',
  )
  await user.click(within(form).getByRole('button', { name: /保\s*存/ }))
  expect(await within(form).findByText('请输入以 http:// 或 https:// 开头且不含用户名和密码的地址')).toBeTruthy()
})

test('places a camera on a map of its farm, with its other cameras', async () => {
  await add('东门', { longitude: 116.081, latitude: 43.941 })
  const { id } = await add('西门')
  const { user } = await console_.open(`${path}?open=${id}`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  await user.click(await screen.findByRole('button', { name: /^地图 敖包牧场 .*1 号圈.*东门/ }))
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(async () =>
    expect(await console_.callAs('platform', endpoints.cameras.detail, { id })).toMatchObject({
      longitude: 116.08,
      latitude: 43.94,
    }),
  )
})
