import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import { groupAlerts } from './alertGroups.ts'

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
const order = (alerts: Alert[]) => groupAlerts(alerts).map((group) => group.alerts.map(({ id }) => id))

test('sorts alerts by severity, unacknowledged ones first, then by beginning', () => {
  const alerts = [
    alert(1, { severity: 'MINOR' }),
    alert(9, {}),
    alert(3, taken),
    alert(5, {}),
    alert(7, { severity: 'CRITICAL', ...taken }),
    alert(8, { severity: 'CRITICAL' }),
  ]
  expect(order(alerts)).toEqual([[8], [7], [5], [9], [3], [1]])
  expect(order(alerts.toReversed())).toEqual(order(alerts))
})

test('sorts the alerts of a group by their beginning', () => {
  const pen = { farmSlotId: 4 }
  expect(
    order([
      alert(2, { ...pen, raisedAt: instant(99) }),
      alert(1, { ...pen, raisedAt: instant(100) }),
      alert(3, { ...pen, ...taken }),
    ]),
  ).toEqual([[1, 2], [3]])
})
