import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { FarmRow } from './farmRows.ts'
import {
  alertDwellMs,
  farmDwellMs,
  farmsToVisit,
  firstDwellMs,
  nextStop,
  startStop,
  stopAtAlert,
  acknowledgedDwellMs,
} from './tour.ts'
import { useTour } from './useTour.ts'

const rows = [1, 2, 3].map((id): FarmRow => ({
  farm: {
    id,
    name: `farm ${id}`,
    borrowerOrgId: null,
    address: null,
    timeZone: 'Asia/Shanghai',
    boundary: { type: 'Polygon', coordinates: [] },
    plan: [],
    planImage: null,
    windowMinutes: 60,
  },
  headcount: null,
  counts: { CRITICAL: 0, MAJOR: 0, MINOR: 0, INFO: 0 },
  outage: null,
}))

const stray: Alert = {
  id: 7,
  changeId: 1,
  kind: 'LEFT_PEN',
  severity: 'CRITICAL',
  subjectType: 'ANIMAL',
  subjectId: 5,
  subjectName: '10005',
  farmId: 3,
  farmSlotId: 31,
  animalId: 5,
  raisedAt: '2026-05-01T00:00:00.000Z',
  sinceAt: '2026-05-01T00:00:00.000Z',
  clearedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  comment: null,
  version: 1,
  assignedTo: null,
  shelvedAt: null,
  shelvedUntil: null,
  shelvedBecause: null,
  closedAt: null,
  closedBy: null,
  closeCode: null,
  flaps: 0,
  isLate: false,
  detail: {},
}

const calm = { rows, alerts: [], seen: new Set<number>(), paused: false }

describe('the tour', () => {
  test('visits the farms by risk, each for a while, and begins again', () => {
    let stop = nextStop(startStop, { ...calm, nowMs: 0 })
    const visited = [stop.farmId]
    for (let turn = 1; turn <= 3; turn++) {
      expect(nextStop(stop, { ...calm, nowMs: turn * farmDwellMs - 1 })).toBe(stop)
      stop = nextStop(stop, { ...calm, nowMs: turn * farmDwellMs })
      visited.push(stop.farmId)
    }
    expect(visited).toEqual([1, 2, 3, 1])
  })

  test('waits while a hand is on the screen', () => {
    const stop = nextStop(startStop, { ...calm, nowMs: 0 })
    expect(nextStop(stop, { ...calm, paused: true, nowMs: 10 * farmDwellMs })).toBe(stop)
  })

  test('gives way to a critical alert at once and stays until somebody acts', () => {
    const before = nextStop(startStop, { ...calm, nowMs: 0 })
    const taken = nextStop(before, { ...calm, alerts: [stray], paused: true, nowMs: 100 })
    expect(taken).toMatchObject({ farmId: 3, alert: { id: 7 }, focus: { kind: 'animal', animalId: 5, penId: 31 } })
    const seen = new Set([7])
    expect(nextStop(taken, { ...calm, alerts: [stray], seen, nowMs: 3_600_000 })).toBe(taken)
    const acknowledged = { ...stray, acknowledgedAt: '2026-05-01T00:01:00.000Z' }
    const read = nextStop(taken, { ...calm, alerts: [acknowledged], seen, nowMs: 3_600_000 })
    // The map stays, so that the name of the acknowledging user can be read.
    expect([read.farmId, read.alert?.id, read.focus]).toEqual([3, 7, taken.focus])
    expect(nextStop(read, { ...calm, alerts: [acknowledged], seen, nowMs: 3_600_000 + acknowledgedDwellMs - 1 })).toBe(
      read,
    )
    expect(
      nextStop(read, { ...calm, alerts: [acknowledged], seen, nowMs: 3_600_000 + acknowledgedDwellMs }).farmId,
    ).toBe(1)
    // An alert that is over leaves at once.
    expect(nextStop(taken, { ...calm, alerts: [], seen, nowMs: 3_600_000 }).farmId).toBe(1)
  })

  test('comes back to it when the hand that led it away is gone', () => {
    const away = { farmId: 1, alert: null, sinceMs: 0, focus: null }
    const seen = new Set([7])
    expect(nextStop(away, { ...calm, alerts: [stray], seen, paused: true, nowMs: 50_000 })).toBe(away)
    expect(nextStop(away, { ...calm, alerts: [stray], seen, nowMs: 61_000 })).toMatchObject({
      farmId: 3,
      alert: { id: 7 },
    })
  })

  test('takes turns between several unanswered alerts', () => {
    const other = { ...stray, id: 8, farmId: 2 }
    const seen = new Set([7, 8])
    const first = stopAtAlert(stray, 0)
    expect(nextStop(first, { ...calm, alerts: [stray, other], seen, nowMs: alertDwellMs - 1 })).toBe(first)
    const second = nextStop(first, { ...calm, alerts: [stray, other], seen, nowMs: alertDwellMs })
    expect(second.alert?.id).toBe(8)
    expect(nextStop(second, { ...calm, alerts: [stray, other], seen, nowMs: 2 * alertDwellMs }).alert?.id).toBe(7)
  })

  test('shows simultaneous alerts in turn, and new ones before old', () => {
    const others = [8, 9].map((id) => ({ ...stray, id, farmId: 2 }))
    const alerts = [stray, ...others]
    const first = nextStop(startStop, { ...calm, alerts, nowMs: 0 })
    expect(first.alert?.id).toBe(7)
    expect(nextStop(first, { ...calm, alerts, seen: new Set([7]), nowMs: firstDwellMs - 1 })).toBe(first)
    const second = nextStop(first, { ...calm, alerts, seen: new Set([7]), nowMs: firstDwellMs })
    expect(second.alert?.id).toBe(8)
    // An alert that is over or acknowledged makes room for the next at once.
    expect(
      nextStop(second, {
        ...calm,
        alerts: [stray, { ...stray, id: 9 }],
        seen: new Set([7, 8]),
        nowMs: firstDwellMs + 1,
      }).alert?.id,
    ).toBe(9)
    const turned = stopAtAlert(stray, 0)
    expect(nextStop(turned, { ...calm, alerts, seen: new Set([7, 8]), nowMs: 1 }).alert?.id).toBe(9)
  })

  test('does not go to the alert of a loan, which has no place', () => {
    const loan: Alert = { ...stray, kind: 'COVERAGE_LOW', subjectType: 'PROJECT' }
    const situation = { rows, alerts: [loan], seen: new Set<number>(), paused: false, nowMs: 0 }
    expect(nextStop(startStop, situation)).toMatchObject({ farmId: 1, alert: null })
    expect(nextStop(startStop, { ...situation, alerts: [loan, stray] }).alert).toBe(stray)
  })

  test('leaves out farms with nothing to show', () => {
    const count = {
      farmId: 0,
      heard: 0,
      unverified: 0,
      unaccounted: 0,
      windowMinutes: 60,
      lowBattery: 0,
      neckbands: 0,
      at: 0,
      lastHeardAt: null,
    }
    const [one, two, three] = rows as [FarmRow, FarmRow, FarmRow]
    const empty = { ...one, headcount: { ...count, ledger: 0 } }
    const alerted = { ...empty, counts: { ...one.counts, MAJOR: 1 } }
    const stocked = { ...two, headcount: { ...count, ledger: 3 } }
    expect(farmsToVisit([empty, stocked, alerted, three])).toEqual([stocked, alerted, three])
    expect(farmsToVisit([empty])).toEqual([empty])
  })

  test('does not run after what somebody has taken on', () => {
    const acknowledged = { ...stray, acknowledgedAt: '2026-05-01T00:01:00.000Z' }
    const stop = nextStop(startStop, { ...calm, nowMs: 0 })
    expect(nextStop(stop, { ...calm, alerts: [acknowledged], nowMs: 10 })).toBe(stop)
    expect(stopAtAlert(stray, 5).sinceMs).toBe(5)
  })
})

describe('a wall whose address asks for a farm', () => {
  const target = { farmId: 2, focus: { kind: 'farm', farmId: 2 } } as const
  const other: Alert = { ...stray, id: 8 }

  test.each([
    ['before its alerts are known', []],
    ['when they are', [stray, other]],
  ])('stays there, requested %s, until a new critical alert', (_when, atFirst) => {
    const { result, rerender } = renderHook(
      ({ alerts, known }: { alerts: Alert[]; known: boolean }) => useTour(rows, alerts, known),
      {
        initialProps: { alerts: atFirst, known: atFirst.length > 0 },
      },
    )
    act(() => result.current.goToRequested(target))
    rerender({ alerts: [stray, other], known: true })
    expect(result.current.stop).toMatchObject({ ...target, alert: null })
    rerender({ alerts: [stray, other, { ...stray, id: 9, farmId: 1 }], known: true })
    expect(result.current.stop).toMatchObject({ farmId: 1, alert: { id: 9 } })
  })
})
