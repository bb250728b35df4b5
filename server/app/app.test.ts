import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deviceId, gatewayMac, message, openTestApp, place, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart

beforeAll(async () => {
  test = await openTestApp({ animals: 8 })
}, 60_000)
afterAll(async () => {
  await test.close()
})

const advance = async (minutes: number) => {
  now += minutes * minuteMs
  await test.clock.moveTo(now)
}
const inPen = (index: number) => ({ index, ...place(20 + index * 5, 50) })
const stored = async () => (await test.sql<{ count: number }[]>`select count(*) as count from readings`)[0]?.count ?? 0
const ingestReply = z.object({
  success: z.boolean(),
  data: z.object({ stored: z.number(), duplicate: z.number(), rejected: z.array(z.unknown()) }),
})
const sent = async (body: string, adapter = 'json') => {
  const answer = await test.ingest(adapter, body)
  return { status: answer.status, ...ingestReply.parse(answer.body).data }
}
const neckbandSchema = z.object({
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  lastSeenAt: z.string().nullable(),
  farmSlotId: z.number().nullable(),
  battery: z.number().nullable(),
})
const neckband = (index: number) =>
  test.data('GET', `/collateral/web/neckband/detail/${test.neckbandIds[index]}`, undefined, neckbandSchema)
const alerts = (state: string) =>
  test
    .data(
      'POST',
      '/collateral/web/alert/list',
      { state, pageSize: 100 },
      z.object({
        list: z.array(
          z.object({ id: z.number(), kind: z.string(), subjectId: z.number(), clearedAt: z.string().nullable() }),
        ),
      }),
    )
    .then(({ list }) => list)

describe('a reading', () => {
  it('is stored once by all listeners', async () => {
    const before = await stored()
    const body = message(now, [inPen(0), inPen(1)])
    expect(await sent(body)).toEqual({ status: 200, stored: 2, duplicate: 0, rejected: [] })
    expect(await sent(body)).toEqual({ status: 200, stored: 0, duplicate: 2, rejected: [] })
    await test.publish([
      { topic: `ingest/json/${gatewayMac}`, body },
      { topic: `ingest/json/${gatewayMac}`, body },
    ])
    expect(await stored()).toBe(before + 2)
  })

  it('is stored once when one message has it twice', async () => {
    await advance(1)
    expect(await sent(message(now, [inPen(2), inPen(2)]))).toMatchObject({ stored: 1, duplicate: 1 })
  })

  it('places its animal, never by a late position', async () => {
    await advance(1)
    await sent(message(now, [{ index: 3, ...place(50, 50), battery: 77 }]))
    await sent(message(now, [{ index: 3, at: now - 10 * minuteMs, ...place(150, 50), battery: 99 }]))
    const seen = await neckband(3)
    expect(seen.longitude).toBeCloseTo(place(50, 50).longitude, 9)
    expect(seen).toMatchObject({ farmSlotId: test.penIds[0], battery: 77, lastSeenAt: new Date(now).toISOString() })
  })

  it('counts as heard but not placed at an impossible position', async () => {
    await advance(1)
    const answer = await sent(message(now, [{ index: 4, longitude: 0, latitude: 1 }]))
    expect(answer).toMatchObject({
      status: 200,
      stored: 1,
      rejected: [{ index: 0, reason: 'BAD_POSITION', kept: true }],
    })
    expect(await neckband(4)).toMatchObject({ longitude: null, lastSeenAt: new Date(now).toISOString() })
  })

  it('is stored from a mixed batch, with reasons for bad ones', async () => {
    await advance(1)
    const body = JSON.stringify({
      gateway: gatewayMac,
      readings: [
        { neckband: deviceId(0), at: now },
        { neckband: 'FFFFFFFFFFFF', at: now },
        { neckband: deviceId(1), at: now + 6 * minuteMs },
        { neckband: deviceId(1), at: now - 100 * 24 * 60 * minuteMs },
        { neckband: deviceId(1), at: now, battery: '88' },
        { neckband: deviceId(1), at: 'yesterday' },
      ],
    })
    const answer = await sent(body)
    const [one, neckband] = ['FFFFFFFFFFFF', deviceId(1)]
    // The last one, heard when it arrived, says the same as the one before.
    expect(answer).toMatchObject({ stored: 2, duplicate: 1 })
    expect(answer.rejected).toEqual([
      { index: 1, field: 'neckband', reason: 'UNKNOWN_DEVICE', neckband: one },
      { index: 2, field: 'at', reason: 'FUTURE_TIME', neckband },
      { index: 3, field: 'at', reason: 'TOO_OLD', neckband },
      { index: 4, field: 'battery', reason: 'OUT_OF_RANGE', kept: true, neckband },
      { index: 5, field: 'at', reason: 'BAD_TIME', kept: true, neckband },
    ])
  })

  it('is counted for an unknown device without adding it', async () => {
    await sent(message(now, [{ index: 0, at: now - 1 }], 'AC233F0000FF')).catch(() => {})
    const summary = await test.data(
      'POST',
      '/collateral/web/ingest/summary',
      { from: testStart - 1, to: now + 1 },
      z.object({ totals: z.record(z.string(), z.number()) }),
    )
    expect(summary.totals).toMatchObject({
      UNKNOWN_DEVICE: 1,
      UNKNOWN_GATEWAY: 1,
      FUTURE_TIME: 1,
      TOO_OLD: 1,
      BAD_TIME: 1,
      OUT_OF_RANGE: 1,
      BAD_POSITION: 1,
    })
    const list = await test.data('POST', '/collateral/web/neckband/list', {}, z.object({ total: z.number() }))
    expect(list.total).toBe(8)
  })
})

describe('a listener', () => {
  it.each([
    ['no JSON', '{"gateway":', 400, 'BAD_JSON'],
    ['no readings', '{"gateway":"AC233F000001"}', 400, 'BAD_SHAPE'],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, 'BAD_'],
    [
      'too many readings',
      message(
        testStart,
        Array.from({ length: 1001 }, () => ({ index: 0 })),
      ),
      413,
      'TOO_MANY_READINGS',
    ],
    ['over a megabyte', 'x'.repeat(10_000_000), 413, 'TOO_LARGE'],
    ['all of it rejected', message(testStart, [{ index: 99_999 }]), 422, 'ALL_REJECTED'],
  ])('answers %s', async (_name, body, status, code) => {
    const answer = await test.ingest('json', body)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(code)
  })

  it('refuses a wrong secret', async () => {
    expect((await test.ingest('json', '{}', 'wrong')).status).toBe(401)
    await expect(
      connectAsync(test.app.mqttUrl, { username: 'demo', password: 'wrong', reconnectPeriod: 0 }),
    ).rejects.toThrow(/[Nn]ot authorized/)
  })

  it('accepts an OsmAnd query and a Minew array as plain text', async () => {
    await advance(1)
    const at = place(30, 30)
    const query = `?id=${deviceId(5)}&lat=${at.latitude}&lon=${at.longitude}&timestamp=${now}&batt=64&token=Demo2026`
    expect((await fetch(new URL(`/ingest/osmand${query}`, test.app.url))).status).toBe(200)
    expect(await neckband(5)).toMatchObject({ battery: 64, farmSlotId: test.penIds[0] })
    const time = new Date(now).toISOString()
    const minew = JSON.stringify([
      { timestamp: time, type: 'Gateway', mac: gatewayMac },
      { timestamp: time, type: 'S1', mac: deviceId(6), rssi: -70, temperature: 38.1, humidity: 40, battery: 91 },
    ])
    const response = await fetch(new URL('/ingest/minew', test.app.url), {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Bearer Demo2026' },
      body: minew,
    })
    expect(response.status).toBe(200)
    // Without a position it is placed in the pen of its gateway.
    expect(await neckband(6)).toMatchObject({ battery: 91, farmSlotId: test.penIds[0], longitude: null })
  })

  it('stores an unreadable MQTT message with its reason', async () => {
    await test.publish([{ topic: `ingest/json/${gatewayMac}`, body: 'not json' }])
    const quarantined = await test.sql<
      { reason: string; body: Uint8Array }[]
    >`select reason, body from quarantine order by id desc limit 1`
    expect(quarantined[0]?.reason).toBe('BAD_JSON')
    expect(Buffer.from(quarantined[0]?.body ?? []).toString()).toBe('not json')
  })
})

describe('an alert', () => {
  it('is raised once for an animal outside its pen, until its return', async () => {
    await advance(1)
    const all = (index: number, east: number) => message(now, [{ index, ...place(east, 50) }])
    // A recent position inside, so that its exit does not count from an earlier crossing of the fence.
    await sent(all(0, 50))
    await advance(0.5)
    await sent(all(0, 130))
    await test.app.alertsSettled()
    expect((await alerts('ACTIVE')).filter(({ kind }) => kind === 'LEFT_PEN')).toEqual([])
    await advance(1)
    const open = (await alerts('ACTIVE')).filter(({ kind }) => kind === 'LEFT_PEN')
    expect(open).toMatchObject([{ subjectId: test.animalIds[0], clearedAt: null }])
    await sent(all(0, 140))
    await test.restart()
    await advance(1)
    await sent(all(0, 141))
    expect((await alerts('ACTIVE')).filter(({ kind }) => kind === 'LEFT_PEN').map(({ id }) => id)).toEqual(
      open.map(({ id }) => id),
    )
    await advance(1)
    await sent(all(0, 50))
    await advance(2)
    expect((await alerts('ACTIVE')).filter(({ kind }) => kind === 'LEFT_PEN')).toEqual([])
  })

  it('stays open for a low battery until the clear level', async () => {
    const battery = (percent: number) => sent(message((now += 1000), [{ index: 1, battery: percent }]))
    await advance(1)
    await battery(14)
    const low = async () => {
      await test.app.alertsSettled()
      return (await alerts('ACTIVE')).filter(({ kind }) => kind === 'LOW_BATTERY').length
    }
    expect(await low()).toBe(1)
    await battery(18)
    expect(await low()).toBe(1)
    await battery(21)
    expect(await low()).toBe(0)
  })

  it('suppresses silent animals during a site outage', async () => {
    await advance(1)
    for (let i = 0; i < 20; i++) {
      await advance(1)
      await sent(
        message(
          now,
          Array.from({ length: 8 }, (_, index) => inPen(index)),
        ),
      )
    }
    await advance(100)
    const active = await alerts('ACTIVE')
    expect(active.map(({ kind }) => kind).toSorted()).toEqual(['GATEWAY_OFFLINE', 'SITE_OUTAGE'])
    const count = await test.data(
      'POST',
      '/collateral/web/headcount',
      { farmId: test.farmId },
      z.object({ ledger: z.number(), heard: z.number(), unverified: z.number(), unaccounted: z.number() }),
    )
    expect(count).toMatchObject({ ledger: 8, heard: 0, unverified: 8, unaccounted: 0 })

    await test.restart()
    expect((await alerts('ALL')).filter(({ kind }) => kind === 'SITE_OUTAGE').length).toBe(1)
    for (let i = 0; i < 10; i++) {
      await advance(1)
      await sent(
        message(
          now,
          Array.from({ length: 7 }, (_, index) => inPen(index)),
        ),
      )
    }
    expect(await alerts('ACTIVE')).toEqual([])
    // The animal that did not come back is missing only after a full silence since the outage.
    for (let i = 0; i < 65; i++) {
      await sent(
        message(
          now,
          Array.from({ length: 7 }, (_, index) => inPen(index)),
        ),
      )
      await advance(1)
    }
    expect(await alerts('ACTIVE')).toMatchObject([{ kind: 'NECKBAND_SILENT', subjectId: test.neckbandIds[7] }])
  })

  it('continues a site outage over a restart of the server', { tags: 'long' }, async () => {
    await advance(1)
    for (let i = 0; i < 20; i++) {
      await advance(1)
      await sent(
        message(
          now,
          Array.from({ length: 8 }, (_, index) => inPen(index)),
        ),
      )
    }
    await advance(100)
    const before = await alerts('ACTIVE')
    expect(before.map(({ kind }) => kind).toSorted()).toEqual(['GATEWAY_OFFLINE', 'SITE_OUTAGE'])
    await test.restart(5 * minuteMs)
    now += 5 * minuteMs
    for (const minutes of [7, 10, 53]) {
      await advance(minutes)
      expect(await alerts('ACTIVE')).toEqual(before)
    }
  })
})

describe('a server that seeds the demo', () => {
  it('shows browsers a waiting page and answers calls', async () => {
    const seeding = await openTestApp({ isSeeding: true })
    try {
      const page = await fetch(seeding.app.url, { headers: { Accept: 'text/html' } })
      expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect((await seeding.call('POST', '/collateral/web/alert/list', { pageSize: 1 })).status).toBe(200)
    } finally {
      await seeding.close()
    }
  })
})
