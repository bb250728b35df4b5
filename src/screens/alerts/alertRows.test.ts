// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import { testAlert } from '../../map/testState.ts'
import { matchesQuery, groupedRows, groupKeyOf, shelvedRows } from './alertRows.ts'

const instant = (minutes: number) => new Date(Date.UTC(2026, 4, 1) + minutes * 60_000).toISOString()
const silent = (id: number, fields: Partial<Alert> = {}) =>
  testAlert({
    id,
    kind: 'NECKBAND_SILENT',
    severity: 'MAJOR',
    subjectName: `1004${id}`,
    farmId: 1,
    farmSlotId: 4,
    raisedAt: instant(id),
    sinceAt: instant(id),
    ...fields,
  })

describe('rows', () => {
  test('folds the alerts of a group into one row', () => {
    const alerts = [silent(1), silent(2), silent(3, { farmSlotId: 5, raisedAt: instant(0) })]
    const rows = groupedRows(alerts, new Set())
    expect(rows.map(({ id, alerts: { length } }) => [id, length])).toEqual([
      [-1, 2],
      [3, 1],
    ])
    const key = groupKeyOf(alerts, 2)
    expect(groupKeyOf(alerts, 3)).toBeUndefined()
    expect(
      groupedRows(alerts, new Set([key ?? ''])).map(({ id, isMember, isUnfolded }) => [id, isMember, isUnfolded]),
    ).toEqual([
      [-1, false, true],
      [2, true, false],
      [1, true, false],
      [3, false, false],
    ])
  })

  test('leaves the row of a group in place when an alert joins it', () => {
    const [before] = groupedRows([silent(1), silent(2)], new Set())
    const [after] = groupedRows([silent(1), silent(2), silent(3)], new Set())
    expect([after?.id, after?.alerts[0].id]).toEqual([before?.id, 3])
  })

  test('sorts shelved alerts by how long they were shelved', () => {
    const shelved = (id: number, minutes: number) =>
      silent(id, { shelvedAt: instant(minutes), shelvedUntil: instant(999) })
    expect(shelvedRows([shelved(1, 30), shelved(2, 10), shelved(3, 20)]).map(({ id }) => id)).toEqual([2, 3, 1])
  })

  test('builds five thousand rows without a long task', () => {
    const alerts = Array.from({ length: 5000 }, (_, index) =>
      silent(index + 1, { kind: 'LEFT_PEN', severity: 'CRITICAL', farmSlotId: index }),
    )
    groupedRows(alerts, new Set())
    const times = Array.from({ length: 5 }, () => {
      const from = performance.now()
      groupedRows(alerts, new Set())
      return performance.now() - from
    })
    expect(Math.min(...times)).toBeLessThan(100)
  })
})

test.each([
  [{}, true],
  [{ kinds: ['LEFT_PEN'] }, false],
  [{ kinds: ['LEFT_PEN', 'NECKBAND_SILENT'] }, true],
  [{ severities: ['CRITICAL'] }, false],
  [{ farmIds: [2] }, false],
  [{ farmIds: [2, 1] }, true],
  [{ text: '047' }, true],
  [{ text: '巡圈' }, true],
  [{ text: 'none' }, false],
  [{ from: Date.parse(instant(7)), to: Date.parse(instant(7)) }, true],
  [{ from: Date.parse(instant(8)) }, false],
  [{ to: Date.parse(instant(6)) }, false],
] as const)('matches the filter %j like the server: %j', (query, expected) => {
  expect(matchesQuery(silent(7, { comment: '已去巡圈' }), query as never)).toBe(expected)
})
