import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Status } from '#contract/live/live.ts'
import { scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import { testAlert } from '../../map/testState.ts'
import { openTestConsole } from '../../testConsole.tsx'

vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))
vi.mock('../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))
vi.mock('#streams/liveSocket.ts', async (original) => ({ ...(await original<object>()), openLiveSocket: () => socket }))

const console_ = openTestConsole()
let socket: ScriptedSocket
let farms: { id: number; name: string }[]
beforeEach(() => {
  socket = scriptedSocket()
  farms = [{ id: 1, name: '敖包牧场' }]
  console_.faults.use(
    // The server's own history is of another time than the frames that the test says.
    http.post(`*${endpoints.headcounts.history.path}`, () =>
      HttpResponse.json({ success: true, data: { windowMinutes: 60, stepMinutes: 10, farms: [], outages: [] } }),
    ),
    http.get(`*${endpoints.monitor.scene.path}`, () =>
      HttpResponse.json({
        success: true,
        data: {
          farms: farms.map((farm) => ({ ...farm, timeZone: 'Asia/Shanghai' })),
          pens: [],
          gateways: [],
          projects: [],
        },
      }),
    ),
  )
})

const herdAt = Date.UTC(2026, 4, 1, 2)
const up = { up: true, since: herdAt - 3_600_000 }
const status: Status = { herdAt, speed: 0, database: up, broker: up }

const count = {
  farmId: 1,
  ledger: 10,
  heard: 9,
  unverified: 0,
  unaccounted: 1,
  windowMinutes: 60,
  lowBattery: 0,
  neckbands: 10,
  at: herdAt,
  lastHeardAt: herdAt - 42_000,
}

async function openWall() {
  console_.signIn('pm')
  await console_.open('/dashboard/animal-monitor/monitor')
  await screen.findByText('敖包牧场')
  act(() => {
    socket.emit('status', status)
    socket.emit('headcounts', [count])
  })
}

const tiles = () => [
  ...document.querySelectorAll('.wall-farms-tile, .wall-alerts-tile, .wall-devices-tile, .wall-figures, .wall-map'),
]
const wallAge = () => document.querySelector('.wall-connection')?.textContent
const staleTiles = () =>
  tiles().filter((tile) => 'stale' in (tile as HTMLElement).dataset || 'frozen' in (tile as HTMLElement).dataset)
const ages = () => [...document.querySelectorAll('.wall-age')].map(({ textContent }) => textContent)

test('shows the age of the newest reading once', async () => {
  await openWall()
  await waitFor(() => expect(wallAge()).toContain('42'))
  expect(tiles()).toHaveLength(5)
  expect(staleTiles()).toEqual([])
  expect(ages()).toEqual([])
})

test('marks a late farm on its line and on the map', async () => {
  farms = [
    { id: 1, name: '敖包牧场' },
    { id: 2, name: '南河牧场' },
  ]
  await openWall()
  act(() => socket.emit('headcounts', [{ ...count, farmId: 2, lastHeardAt: herdAt - 16 * 60_000 }]))
  const line = (name = '南河牧场') => screen.getByRole('button', { name: new RegExp(`^${name}`) }).closest('li')
  await waitFor(() => expect(line()?.dataset['stale']).toBe('true'))
  expect(line()?.textContent).toContain('16')
  expect(line('敖包牧场')?.dataset['stale']).toBeUndefined()
  expect(staleTiles()).toEqual([])
  act(() => line()?.querySelector('button')?.click())
  await waitFor(() => expect(staleTiles().map(({ className }) => className)).toEqual(['wall-map']))
  expect(wallAge()).toContain('42')
})

test.each(['database', 'broker'] as const)('marks every tile stale while the %s is down', async (part) => {
  await openWall()
  await waitFor(() => expect(wallAge()).toContain('42'))
  act(() => socket.emit('status', { ...status, [part]: { up: false, since: herdAt - 120_000 } }))
  expect(staleTiles()).toHaveLength(tiles().length)
  expect(ages().length).toBeGreaterThan(3)
  expect(ages().every((age) => age?.includes('2'))).toBe(true)
  act(() => socket.emit('status', status))
  expect(staleTiles()).toEqual([])
})

test('warns of a wrong server clock until it is right', async () => {
  await openWall()
  act(() => socket.emit('status', { ...status, clock: { aheadMs: -90 * 60_000, since: herdAt } }))
  expect(await screen.findByText(/服务器时钟相差 1 小时 30 分钟/)).toBeTruthy()
  act(() => socket.emit('status', status))
  expect(screen.queryByText(/服务器时钟相差/)).toBeNull()
})

test('warns of a database that refuses new connections', async () => {
  await openWall()
  act(() => socket.emit('status', { ...status, database: { ...up, closedSince: herdAt - 3000 } }))
  expect(await screen.findByText(/数据库自 \d\d:\d\d:\d\d 起不接受新连接/)).toBeTruthy()
  expect(staleTiles()).toEqual([])
  act(() => socket.emit('status', status))
  expect(screen.queryByText(/不接受新连接/)).toBeNull()
})

test('shows why the broker refuses or rejects messages', async () => {
  await openWall()
  const down = { up: false, since: herdAt - 120_000 }
  act(() => socket.emit('status', { ...status, broker: { ...down, fault: 'LOGIN_REFUSED' } }))
  expect(await screen.findByText(/拒绝登录/)).toBeTruthy()
  act(() => socket.emit('status', { ...status, broker: { ...down, fault: 'NO_SOURCE' } }))
  expect(await screen.findByText(/全部被拒收：未登记对应来源/)).toBeTruthy()
  expect(staleTiles()).toHaveLength(tiles().length)
})

test('names source and reason when a farm’s readings are all refused', async () => {
  await openWall()
  const rate = {
    farmId: 1,
    storedPerSecond: 0,
    rejectedPerSecond: 4,
    refused: { reason: 'NOT_ALLOWED', source: '北区网关' },
  } as const
  act(() => socket.emit('rates', [rate]))
  expect(await screen.findByText('敖包牧场的上报全部被拒收（来源 北区网关）：来源无权上报')).toBeTruthy()
  act(() => socket.emit('rates', [{ ...rate, storedPerSecond: 3.6, refused: null }]))
  expect(screen.queryByText(/全部被拒收/)).toBeNull()
  expect(document.querySelector('.wall-rate')?.textContent).toContain('4')
})

test('marks every tile stale without the server', async () => {
  await openWall()
  await waitFor(() => expect(wallAge()).toContain('42'))
  act(() => socket.become({ kind: 'disconnected' }))
  expect(staleTiles()).toHaveLength(tiles().length)
})

test('marks readings older than a quarter of the window', async () => {
  await openWall()
  await waitFor(() => expect(wallAge()).toContain('42'))
  act(() => socket.emit('status', { ...status, herdAt: herdAt + 16 * 60_000 }))
  await waitFor(() => expect(staleTiles()).toHaveLength(tiles().length))
})

test('adds and removes farms live and after a reconnect', async () => {
  await openWall()
  farms = [...farms, { id: 2, name: '南河牧场' }]
  act(() => socket.emit('sceneChanged'))
  expect(await screen.findByText('南河牧场')).toBeTruthy()
  act(() => socket.become({ kind: 'disconnected' }))
  farms = [
    { id: 2, name: '南河牧场' },
    { id: 3, name: '东滩牧场' },
  ]
  act(() => socket.become({ kind: 'connected', transport: 'websocket' }))
  expect(await screen.findByText('东滩牧场')).toBeTruthy()
  expect(screen.queryByText('敖包牧场')).toBeNull()
})

test('says that nobody knows who acts on a take-over while the connection is gone', async () => {
  await openWall()
  const alert = {
    ...testAlert({ farmSlotId: null, kind: 'COLLAR_REMOVED', detail: {} }),
    sinceAt: new Date(herdAt - 5000).toISOString(),
  }
  act(() => socket.emit('alerts', [alert]))
  const takeover = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.wall-takeover')
    expect(found).not.toBeNull()
    return found
  })
  const who = () => takeover?.querySelector('.wall-takeover-who')?.textContent
  await waitFor(() => expect(who()).toBe('无人处理'))
  expect(takeover?.dataset['stale']).toBeUndefined()
  act(() => socket.become({ kind: 'disconnected' }))
  expect(who()).toBe('处理人未知')
  expect(takeover?.dataset['stale']).toBe('true')
  expect(screen.queryByRole('button', { name: '确认' })).toBeNull()
  expect(document.querySelector('.wall-alert-who')?.textContent).toBe('处理人未知')
})
