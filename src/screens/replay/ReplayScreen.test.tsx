import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import type { Dot, ReplayClock } from '../../map/replay/dots.ts'
import { openTestConsole } from '../../testConsole.tsx'

const drawn: {
  dots: (at: number) => Dot[]
  clock: ReplayClock | null
  notes: ReadonlyMap<number, string>
  followed: number | null
} = { dots: () => [], clock: null, notes: new Map(), followed: null }
vi.mock('../../map/replay/ReplayMap.tsx', () => ({
  ReplayMap: ({
    dotsAt,
    clock,
    path,
    penNotes,
    followed,
  }: {
    dotsAt: (at: number) => Dot[]
    clock: ReplayClock
    path: unknown[][]
    penNotes: ReadonlyMap<number, string>
    followed: number | null
  }) => {
    Object.assign(drawn, { dots: dotsAt, clock, notes: penNotes, followed })
    return <output aria-label="map">{`${dotsAt(clock.at).length} dots, ${path.length} pieces`}</output>
  },
}))

const saved: { blob: Blob; name: string }[] = []
vi.mock('../../api/files/saveFile.ts', () => ({
  saveFile: (blob: Blob, name: string) => void saved.push({ blob, name }),
}))

const console_ = openTestConsole('pm')
const base = '/dashboard/animal-monitor/replay'

test('shows the farm’s day: positions, animals and events', async () => {
  const { user, path } = await console_.open(base)
  expect(await screen.findByText('3 dots, 0 pieces')).toBeTruthy()
  const where = within(screen.getByRole('region', { name: '牲畜分布' }))
  await user.click(await where.findByText('1 号圈'))
  expect(await where.findByRole('button', { name: '01' })).toBeTruthy()
  const alerts = within(screen.getByRole('region', { name: '告警' }))
  expect(document.querySelectorAll('.replay-tick')).toHaveLength(alerts.getAllByRole('button').length)
  await user.click((await alerts.findAllByRole('button', { name: /离开圈舍/ }))[0]!)
  await waitFor(() => expect(path()).toMatch(/at=\d{13}/))
  await waitFor(() => expect(where.getByText('不在圈舍内').closest('summary')?.textContent).toContain('1'))
  // At the instant of an alert its animal is where it was heard then: in none of the pens.
  const alerted = () =>
    drawn
      .dots(drawn.clock!.at)
      .filter(({ isAlerted }) => isAlerted)
      .map(({ id }) => id)
  await waitFor(() => expect(alerted()).toHaveLength(1))
  expect(alerted()).toEqual([drawn.followed])
  const inPens = [...document.querySelectorAll('.replay-pens b')]
    .slice(0, drawn.notes.size)
    .map(({ textContent }) => textContent)
  expect(inPens).toEqual([...drawn.notes.values()])
  expect(inPens.reduce((sum, count) => sum + Number(count), 0)).toBeLessThan(3)
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  expect(drawn.followed).toBeNull()
  expect(screen.getByText(/上报保留至 2026\/07\/\d\d/)).toBeTruthy()
})

test('marks positions as unknown until they are loaded', { tags: 'long' }, async () => {
  const { user } = await console_.open(base)
  await screen.findByText('3 dots, 0 pieces')
  const where = within(screen.getByRole('region', { name: '牲畜分布' }))
  const pens = document.querySelector('.replay-pens')
  const isBusy = () => pens?.getAttribute('aria-busy')
  await user.click(await where.findByText('1 号圈'))
  await where.findByRole('button', { name: '01' })
  await waitFor(() => expect(isBusy()).toBe('false'))

  const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  console_.faults.use(
    http.post(`*${endpoints.replay.moment.path}`, async () => {
      asked.resolve()
      await answers.promise
      return HttpResponse.error()
    }),
  )
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  expect(isBusy()).toBe('true')
  await asked.promise
  expect(isBusy()).toBe('true')
  expect(where.getByRole('button', { name: '01' })).toBeTruthy()
  answers.resolve()
  await waitFor(() => expect(isBusy()).toBe('false'))
  expect(where.queryByRole('button', { name: '01' })).toBeNull()
  expect(where.queryByText('暂停后显示耳标。')).toBeNull()
  expect(where.getByRole('alert')).toBeTruthy()
})

test('plays by keys, but not while typing', async () => {
  const { user, path } = await console_.open(base)
  await screen.findByText('3 dots, 0 pieces')
  const bar = screen.getByRole<HTMLInputElement>('slider', { name: '时间' })
  const before = Number(bar.value)
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  await waitFor(() => expect(Number(bar.value)).toBe(before - 300_000))
  expect(path()).toContain(`at=${before - 300_000}`)
  fireEvent.keyDown(document.body, { key: 'ArrowUp' })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '速度' }).value).toBe('300')
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(await screen.findByRole('button', { name: /暂\s*停/ })).toBeTruthy()
  await waitFor(() => expect(Number(bar.value)).toBeGreaterThan(before - 300_000))
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(await screen.findByRole('button', { name: /播\s*放/ })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: '搜索耳标' }), '0 3')
  expect(screen.getByRole('button', { name: /播\s*放/ })).toBeTruthy()
})

test('replays one animal and keeps it in the address', async () => {
  const [third] = (await call(endpoints.animals.list, { visualTag: '03' })).list
  const { user, path } = await console_.open(`/dashboard/animal-monitor/animal/details/${third?.id}`)
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: '回放' }))
  expect(await screen.findByText('1 dots, 1 pieces')).toBeTruthy()
  expect(path()).toContain(`animal=${third?.id}`)
  const facts = within(screen.getByRole('region', { name: '03' }))
  expect(facts.getByText('定位点：13 个')).toBeTruthy()
  await user.click(facts.getByRole('button', { name: /导出 GPX/ }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['03 2026-05-01.gpx']))
  expect((await saved[0]?.blob.text())?.match(/<trkpt/g)).toHaveLength(13)
  await user.click(facts.getByRole('button', { name: '整个畜群' }))
  expect(await screen.findByText('3 dots, 0 pieces')).toBeTruthy()
})

test('reports a day without readings', async () => {
  await console_.open(`${base}?farm=1&day=2026-04-01`)
  expect(await screen.findByText('这一天该养殖场没有牲畜上报，请选择其他日期。')).toBeTruthy()
})

test('shows silence as a gap and counts within the window', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { server } = console_
  await server.moveTo(server.now + 3 * 3_600_000)
  await server.ingest({
    gateway: 'AC233F000001',
    sentAt: server.now,
    readings: [{ neckband: 'AC233F100002', at: server.now, longitude: 116.08, latitude: 43.94 }],
  })
  const farm = await call(endpoints.farms.detail, { id: 1 })
  await call(endpoints.farms.addOrEdit, { ...farm, windowMinutes: 45 })
  const [third] = (await call(endpoints.animals.list, { visualTag: '03' })).list
  const { go } = await console_.open(`${base}?animal=${third?.id}`)
  await screen.findByRole('slider', { name: '时间' })
  await waitFor(() => expect(document.querySelectorAll('.replay-gap')).toHaveLength(1))
  const [gap] = document.querySelectorAll<HTMLElement>('.replay-gap')
  // The day's 24 hours minus three, without the moments around them.
  expect(Number.parseFloat(gap?.style.inlineSize ?? '')).toBeCloseTo(12.5, 0)
  await go(`${base}?farm=1`)
  expect(await screen.findByText(/前 45 分钟内/)).toBeTruthy()
})
