import { getResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { decodeFrame, frameKinds } from '#contract/frames.ts'
import type { Alert } from '#contract/alerts.ts'
import { tickMs } from '#contract/live.ts'
import { createHandlers } from './handlers.ts'
import { createLiveSocket } from './liveSocket.ts'
import { createWorld } from './pretend/createWorld.ts'

const startAt = Date.UTC(2026, 4, 1, 2)
const world = createWorld(startAt)
const handlers = createHandlers(world)

async function send(method: string, path: string, body?: object, userName = 'pm') {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'x-auth-token': `mock-${userName}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await getResponse(handlers, request)
  return { status: response?.status, body: (await response?.json()) as { success: boolean; data: never; error: { code: string } } }
}

describe('the calls', () => {
  it('sign the demo accounts in, and nobody else', async () => {
    const { path } = endpoints.auth.login
    const good = await send('POST', path, { type: 'account', userName: 'pm', password: 'Demo2026' })
    expect(good).toMatchObject({ status: 200, body: { success: true, data: { role: 'SUPERVISOR_PM', organizationRole: 'SUPERVISOR' } } })
    const bad = await send('POST', path, { type: 'account', userName: 'pm', password: 'demo' })
    expect(bad).toMatchObject({ status: 401, body: { error: { code: 'BAD_CREDENTIALS' } } })
  })

  it('answer the scene, a card and a day of headcounts', async () => {
    const scene = await send('GET', endpoints.monitor.scene.path)
    expect(endpoints.monitor.scene.reply.parse(scene.body.data).pens).toHaveLength(23)
    const card = await send('GET', '/collateral/web/animal/card/48')
    expect(endpoints.animals.card.reply.parse(card.body.data).strip.filter((one) => one !== 'none').length).toBeGreaterThan(80)
    const history = await send('POST', endpoints.headcounts.history.path, {})
    const { farms } = endpoints.headcounts.history.reply.parse(history.body.data)
    expect(farms.map(({ at }) => at.length)).toStrictEqual([144, 144, 144, 144, 144, 144])
  })

  it('look at the role, the token and the input', async () => {
    expect(await send('POST', endpoints.farms.list.path, {}, 'bank')).toMatchObject({ status: 403 })
    expect(await send('POST', endpoints.farms.list.path, {}, 'nobody')).toMatchObject({ status: 401 })
    expect(await send('POST', endpoints.animals.list.path, { pageSize: 1001 })).toMatchObject({ status: 422 })
    expect(await send('GET', '/collateral/web/animal/detail/1201')).toMatchObject({ status: 404 })
  })

  it('filter, sort and page', async () => {
    const { body } = await send('POST', endpoints.animals.list.path, { farmId: 3, pageSize: 5, sort: { field: 'id', order: 'desc' } })
    const { total, list } = endpoints.animals.list.reply.parse(body.data)
    expect(total).toBe(308)
    expect(list.map(({ farmId }) => farmId)).toStrictEqual([3, 3, 3, 3, 3])
    expect(list[0]?.id).toBeGreaterThan(list[4]?.id ?? Infinity)
  })
})

describe('the live wire', () => {
  it('sends a snapshot, deltas in sequence, and the alert of the animal that leaves', async () => {
    vi.useFakeTimers()
    let now = startAt
    const socket = createLiveSocket(world, () => now)
    const frames: { kind: number; sequence: number; moves: number }[] = []
    const note = (bytes: ArrayBuffer) => {
      const { kind, sequence, moves } = decodeFrame(bytes)
      frames.push({ kind, sequence, moves: moves.slots.length })
    }
    socket.on('snapshot', (_roster, bytes) => note(bytes))
    socket.on('delta', note)
    const alerts: Alert[] = await socket.alertsSince(0)
    socket.on('alerts', (changed) => alerts.push(...changed))
    expect(await socket.watch({ farms: [{ farmId: 1 }, { farmId: 7 }] })).toStrictEqual({ refused: [7] })
    for (const until = startAt + 120_000; now < until; ) {
      now += tickMs
      vi.advanceTimersByTime(tickMs)
    }
    socket.close()
    vi.useRealTimers()

    expect(frames[0]).toStrictEqual({ kind: frameKinds.snapshot, sequence: 0, moves: 232 })
    expect(frames.slice(1).every(({ kind, sequence }, index) => kind === frameKinds.delta && sequence === index + 1)).toBe(true)
    expect(frames.slice(1).reduce((sum, { moves }) => sum + moves, 0)).toBeGreaterThan(4000)
    const left = alerts.find(({ kind }) => kind === 'LEFT_PEN')
    expect(left).toMatchObject({ severity: 'CRITICAL', animalId: 48, clearedAt: null })
    const { path } = endpoints.alerts.acknowledge
    const acknowledged = await send('POST', path.replace('{id}', String(left?.id)), { comment: '已派人' })
    expect(acknowledged.body.data).toMatchObject({ acknowledgedBy: 'pm', comment: '已派人' })
    expect(alerts.map(({ kind }) => kind)).toContain('LOW_BATTERY')
  })
})
