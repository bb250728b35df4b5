import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import { groupAlerts, newAlertGroups } from './alertGroups.ts'

const instant = (minutes: number) => new Date(Date.UTC(2026, 4, 1) + minutes * 60_000).toISOString()

function alert(id: number, fields: Partial<Alert>): Alert {
  return {
    id,
    changeId: id,
    kind: 'NECKBAND_SILENT',
    severity: 'MAJOR',
    subjectType: 'NECKBAND',
    subjectId: id,
    subjectName: String(id),
    farmId: 1,
    farmSlotId: id,
    animalId: id,
    raisedAt: instant(90),
    sinceAt: instant(id),
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
    ...fields,
  }
}

const taken = { acknowledgedAt: instant(95), acknowledgedBy: '苏日娜' }
const order = (alerts: Alert[], pledgedIds: readonly number[] = []) =>
  groupAlerts(alerts, ({ id }) => pledgedIds.includes(id)).map((group) => group.alerts.map(({ id }) => id))

test('sorts alerts by severity, unacknowledged ones first, then the newest', () => {
  const alerts = [
    alert(1, { severity: 'MINOR' }),
    alert(9, { raisedAt: instant(91) }),
    alert(3, taken),
    alert(5, {}),
    alert(7, { severity: 'CRITICAL', ...taken }),
    alert(8, { severity: 'CRITICAL' }),
  ]
  expect(order(alerts)).toEqual([[8], [7], [9], [5], [3], [1]])
  expect(order(alerts.toReversed())).toEqual(order(alerts))
})

test('shows an escape above animals in wrong pens, pledged animals first', () => {
  const left = (id: number, fields: Partial<Alert>) =>
    alert(id, { kind: 'LEFT_PEN', severity: 'CRITICAL', raisedAt: instant(id), farmSlotId: 4, ...fields })
  const alerts = [
    ...Array.from({ length: 17 }, (_, index) => left(index + 1, { farmSlotId: index < 12 ? 4 : 5 })),
    left(20, { kind: 'LEFT_FARM' }),
    left(21, { kind: 'LEFT_FARM' }),
    left(22, { kind: 'LEFT_FARM', farmSlotId: 6 }),
    alert(30, { severity: 'CRITICAL', raisedAt: instant(99) }),
  ]
  expect(order(alerts, [3, 20])).toEqual([
    [20, 21],
    [22],
    [3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2, 1],
    [17, 16, 15, 14, 13],
    [30],
  ])
})

test('sorts the alerts of a group by when they were raised, newest first', () => {
  const pen = { farmSlotId: 4 }
  expect(
    order([
      alert(2, { ...pen, raisedAt: instant(99) }),
      alert(1, { ...pen, raisedAt: instant(100) }),
      alert(3, { ...pen, ...taken }),
    ]),
  ).toEqual([[1, 2], [3]])
})

test('counts an alert as new for five minutes, until somebody acknowledges it', () => {
  const at = (minutes: number) => Date.parse(instant(minutes))
  const fresh = (id: number, fields: Partial<Alert>) => alert(id, { farmSlotId: 4, raisedAt: instant(10), ...fields })
  const alerts = [fresh(1, {}), fresh(2, taken), fresh(3, { isLate: true }), fresh(4, { raisedAt: instant(9) })]
  const found = (minutes: number) =>
    newAlertGroups(alerts, at(minutes)).map((group) => group.alerts.map(({ id }) => id))
  expect(found(13)).toEqual([[1, 4]])
  expect(found(14)).toEqual([[1]])
  expect(found(15)).toEqual([])
})
