import { expect, test } from 'vitest'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { freshnessOf } from '../../../store/headcounts.ts'
import { totalsOf } from './farmRows.ts'

const farm = (id: number): Scene['farms'][number] => ({
  id,
  name: `farm ${id}`,
  borrowerOrgId: null,
  address: null,
  timeZone: 'Asia/Shanghai',
  boundary: { type: 'Polygon', coordinates: [] },
  plan: [],
  planImage: null,
  windowMinutes: 60,
})
const project = { id: 1, code: 'XM', name: 'loan', contractHeadcount: 1240, farmIds: [1, 2], farms: 2, left: 0 }
const headcount = (farmId: number, ledger: number, fields: Partial<LiveHeadcount> = {}): [number, LiveHeadcount] => [
  farmId,
  {
    farmId,
    ledger,
    heard: ledger,
    unverified: 0,
    unaccounted: 0,
    windowMinutes: 60,
    lowBattery: 0,
    neckbands: ledger,
    at: 9000,
    lastHeardAt: 8000,
    ...fields,
  },
]
const counts = new Map([headcount(1, 700), headcount(2, 500)])
const contractOf = (projects: Scene['projects'], headcounts = counts) =>
  totalsOf({ farms: [farm(1), farm(2)], pens: [], gateways: [], projects }, headcounts)?.contract

test('splits missing contract heads into never entered and left', () => {
  expect(contractOf([project])).toMatchObject({ heads: 1240, neverEntered: 40, left: 0, beyond: 0 })
  expect(contractOf([{ ...project, left: 3 }])).toMatchObject({ neverEntered: 37, left: 3 })
  expect(contractOf([{ ...project, contractHeadcount: 1190, left: 3 }])).toMatchObject({
    neverEntered: 0,
    left: 0,
    beyond: 10,
  })
})

test('omits a contract that covers farms out of view', () => {
  expect(contractOf([{ ...project, farmIds: [1] }])).toBeNull()
  expect(
    contractOf([
      { ...project, farmIds: [1] },
      { ...project, id: 2, contractHeadcount: 500, farmIds: [2], farms: 1 },
    ]),
  ).toMatchObject({ heads: 500, farms: 1, neverEntered: 0 })
  expect(contractOf([])).toBeNull()
})

test('dates farms by their newest reading and widest window', () => {
  const [[, one], [, two]] = [headcount(1, 1), headcount(2, 1, { lastHeardAt: 8500, windowMinutes: 120 })]
  expect(freshnessOf(one, two)).toEqual({ at: 8500, limitMs: 30 * 60_000 })
  expect(freshnessOf(one)).toEqual({ at: 8000, limitMs: 15 * 60_000 })
  expect(freshnessOf(headcount(3, 0, { lastHeardAt: null })[1])).toMatchObject({ at: 9000 })
  // A farm that was never heard must not make the others' older data look new.
  expect(freshnessOf(one, headcount(3, 0, { lastHeardAt: null })[1])).toMatchObject({ at: 8000 })
  expect(freshnessOf(null)).toMatchObject({ at: null })
})
