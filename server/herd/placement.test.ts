import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HerdColumns } from './columns.ts'
import { Herd } from './herd.ts'
import { SignalPlacer } from './placement.ts'

const second = 1000
/** One neckband, heard by gateways. */
function openBand(neckbandId = 7) {
  const placer = new SignalPlacer()
  return (gatewayId: number, dbm: number, seconds: number) => placer.place(neckbandId, gatewayId, dbm, seconds * second)
}

it('changes gateway only after another wins by a margin three times', () => {
  const hear = openBand()
  expect(hear(1, -60, 0)).toBe(1)
  expect(hear(2, -59, 1)).toBe(1)
  expect(hear(2, -50, 2)).toBe(1)
  expect(hear(2, -50, 3)).toBe(1)
  expect(hear(2, -50, 4)).toBe(2)
})

it('stays after one loud reading', () => {
  const hear = openBand()
  hear(1, -60, 0)
  hear(2, -40, 1)
  for (let i = 2; i < 30; i++) {
    expect(hear(1, -60, i)).toBe(1)
    expect(hear(2, -90, i)).toBe(1)
  }
})

it('stays when two challengers take turns', () => {
  const hear = openBand()
  hear(1, -70, 0)
  for (let i = 1; i < 30; i++) {
    expect(hear(2, i % 2 === 0 ? -50 : -90, i)).toBe(1)
    expect(hear(3, i % 2 === 0 ? -90 : -50, i)).toBe(1)
  }
})

it('goes to the gateway hearing it after ten minutes without its own', () => {
  const hear = openBand()
  expect(hear(1, -50, 0)).toBe(1)
  expect(hear(2, -80, 11 * 60)).toBe(2)
})

it('is placed again after a clock that was a day ahead', () => {
  const columns = new HerdColumns(
    [{ animalId: 1, visualTag: '07', neckbandId: 7, pairedAt: 0, pledgedTo: 0, penId: 11 }],
    [116, 44],
  )
  const boundary = { rings: [], minX: 0, minY: 0, maxX: 0, maxY: 0 }
  const farm = {
    id: 1,
    name: '',
    supervisorOrgId: null,
    windowMinutes: 60,
    timeZone: 'UTC',
    projects: [],
    insured: [],
    boundary,
    pens: new Map(),
    zones: new Map(),
    columns,
    epoch: 1,
  }
  const herd = new Herd()
  herd.registry.farms.set(1, farm)
  for (const id of [1, 2])
    herd.registry.gateways.set(id, { id, mac: '', name: '', farmId: 1, penId: 10 + id, heardAt: Number.NaN })
  const unsaid = {
    longitude: Number.NaN,
    latitude: Number.NaN,
    accuracyM: Number.NaN,
    battery: Number.NaN,
    temperatureC: Number.NaN,
    activity: Number.NaN,
    moving: null,
    tamper: null,
  }
  const hear = (gatewayId: number, at: number) => {
    herd.hear({ neckbandId: 7, herd: farm, slot: 0 }, herd.registry.gateways.get(gatewayId), {
      ...unsaid,
      rssi: -60,
      at,
    })
    return columns.penId[0]
  }
  const now = 500_000 * 3_600_000
  expect(hear(1, now)).toBe(11)
  herd.forgetFuture(now)
  // What is not of the future stays known.
  expect(hear(2, now + second)).toBe(11)
  hear(1, now + 86_400 * second)
  herd.forgetFuture(now + 2 * second)
  expect(hear(2, now + 3 * second)).toBe(12)
})

it('stays when late readings arrive', () => {
  const hear = openBand()
  hear(1, -60, 1000)
  for (let i = 0; i < 10; i++) expect(hear(2, -30, i)).toBe(1)
})

it('finds the nearest of more gateways than it remembers', () => {
  const hear = openBand()
  let nearest = 0
  for (let round = 0; round < 5; round++)
    for (let id = 1; id <= 40; id++) nearest = hear(id, id === 33 ? -50 : -80, round * 40 + id)
  expect(nearest).toBe(33)
})

it('forgets a neckband moved elsewhere and the oldest beyond its limit', () => {
  const placer = new SignalPlacer()
  for (let id = 1; id <= 100_001; id++) placer.place(id, 1, -50, 0)
  expect(placer.size).toBe(100_000)
  expect([placer.place(2, 5, -30, second), placer.place(1, 5, -90, second)]).toEqual([1, 5])
  placer.forget(3)
  expect(placer.place(3, 6, -90, second)).toBe(6)
})

interface Hearing {
  at: number
  gatewayId: number
  dbm: number
  x: number
  y: number
}
type Receiver = readonly [id: number, x: number, y: number]

const windowMs = 2 * second

/** Returns the share of 2-second windows whose nearest receiver is found: by the placer, and by the mean strength in the window. */
function sharesOf(walks: readonly (readonly Hearing[])[], receivers: readonly Receiver[]) {
  const right = { placed: 0, strongest: 0, windows: 0 }
  for (const [walk, hearings] of walks.entries()) {
    const placer = new SignalPlacer()
    const startAt = hearings[0]?.at ?? 0
    for (const window of Map.groupBy(hearings, ({ at }) => Math.floor((at - startAt) / windowMs)).values()) {
      const mean = (of: (hearing: Hearing) => number, all = window) =>
        all.reduce((sum, one) => sum + of(one), 0) / all.length
      const [x, y] = [mean((one) => one.x), mean((one) => one.y)]
      const [nearest] = receivers.toSorted((a, b) => Math.hypot(a[1] - x, a[2] - y) - Math.hypot(b[1] - x, b[2] - y))
      const [strongest] = [...Map.groupBy(window, ({ gatewayId }) => gatewayId)].toSorted(
        ([, a], [, b]) => mean(({ dbm }) => dbm, b) - mean(({ dbm }) => dbm, a),
      )
      const placed = window.reduce((_, { gatewayId, dbm, at }) => placer.place(walk + 1, gatewayId, dbm, at), 0)
      right.windows++
      if (placed === nearest?.[0]) right.placed++
      if (strongest?.[0] === nearest?.[0]) right.strongest++
    }
  }
  return { placed: right.placed / right.windows, strongest: right.strongest / right.windows, windows: right.windows }
}

/** A walk past four receivers 20 m apart, whose strengths fall with distance, scatter, and sink behind bodies for seconds. */
function madeWalk(seed: number, receivers: readonly Receiver[]): Hearing[] {
  let state = seed
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const scatter = () => chance() + chance() + chance() - 1.5
  const shadow = receivers.map(() => 0)
  return Array.from({ length: 400 }, (_, step) => {
    const [x, y] = [step * 0.15, 4 + 3 * Math.sin(step / 40)]
    return receivers.map(([gatewayId, gx, gy], i) => {
      if (step % 16 === 0) shadow[i] = 14 * scatter()
      const dbm = Math.min(
        0,
        -50 - 22 * Math.log10(Math.max(1, Math.hypot(gx - x, gy - y))) + 8 * scatter() + (shadow[i] ?? 0),
      )
      return { at: step * 500 + i, gatewayId, dbm, x, y }
    })
  }).flat()
}

it('finds the nearest receiver more often than the strongest signal does', () => {
  const receivers: Receiver[] = [
    [1, 0, 0],
    [2, 20, 8],
    [3, 40, 0],
    [4, 60, 8],
  ]
  const shares = sharesOf(
    Array.from({ length: 20 }, (_, seed) => madeWalk(seed + 1, receivers)),
    receivers,
  )
  expect(shares.windows).toBe(2000)
  expect(shares.placed).toBeGreaterThan(shares.strongest)
})

const recording = new URL('../../../shared/data/ble-tetam/', import.meta.url)
const walks = ['rectangular_with_rotation', 'straight_01', 'straight_02', 'zigzagging_with_rotation']

describe.skipIf(!existsSync(recording))(
  'a beacon walked past twelve receivers (skipped without ../shared/data)',
  () => {
    it('is placed correctly more often than by the strongest signal', ({ annotate }) => {
      const [first] = readFileSync(new URL('tetam.dev', recording), 'utf8').split('\n')
      const macs = new Map<string, Receiver>()
      for (const [, mac = '', x, y] of first?.matchAll(/"([0-9a-f]{12})": \[\[([\d.]+), ([\d.]+)/g) ?? [])
        macs.set(mac, [macs.size + 1, Number(x), Number(y)])
      expect(macs.size).toBe(12)
      const read = (name: string) =>
        readFileSync(new URL(`${name}_all_sensors.mbd`, recording), 'utf8')
          .trim()
          .split('\n')
          .map((line) => {
            const [at, mac = '', , dbm, x, y] = line.split(',')
            return {
              at: Number(at) * second,
              gatewayId: macs.get(mac)?.[0] ?? 0,
              dbm: Number(dbm),
              x: Number(x),
              y: Number(y),
            }
          })
          .toSorted((a, b) => a.at - b.at)
      const shares = sharesOf(walks.map(read), [...macs.values()])
      void annotate(
        `nearest receiver right: placed ${shares.placed.toFixed(3)}, strongest ${shares.strongest.toFixed(3)} of ${shares.windows} windows`,
      )
      expect(shares.windows).toBe(149)
      expect(shares.strongest).toBeCloseTo(0.517, 2)
      expect(shares.placed).toBeGreaterThan(0.56)
    })
  },
)
