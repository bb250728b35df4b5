// @vitest-environment node
import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Done, Posted, WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import { happeningsOf } from './happenings.ts'
import { riskRows } from './riskRows.ts'

const project = (id: number, extra: Partial<WatchedProject> = {}) =>
  ({
    id,
    code: `P${id}`,
    name: '',
    farmIds: [id],
    state: 'OK',
    unaccounted: 0,
    unverified: 0,
    priceAgeDays: 1,
    ratio: '2.0000',
    warningLine: '1.2000',
    ...extra,
  }) as WatchedProject
const alert = (id: number, farmId: number, extra: Partial<Alert> = {}) =>
  ({
    id,
    farmId,
    kind: 'LEFT_PEN',
    severity: 'CRITICAL',
    acknowledgedAt: null,
    detail: {},
    raisedAt: new Date(id * 60_000).toISOString(),
    ...extra,
  }) as Alert

test('moves a project with an alert up, below uncovered loans', () => {
  const projects = [project(1), project(2), project(3, { state: 'BELOW_WARNING' }), project(4, { unverified: 3 })]
  const order = (alerts: Alert[]) => riskRows(projects, alerts).map((row) => [row.project.id, row.critical])
  expect(order([])).toEqual([
    [3, 0],
    [4, 0],
    [1, 0],
    [2, 0],
  ])
  const insured = (id: number, farmId: number, endsOn: string) =>
    alert(id, farmId, { kind: 'INSURANCE_EXPIRING', severity: 'MINOR', detail: { heads: 3, endsOn } })
  expect(
    riskRows([project(1), project(2)], [insured(1, 2, '2026-05-20'), insured(2, 2, '2026-05-10')]).map(
      ({ risk, insuredUntil }) => [risk, insuredUntil],
    ),
  ).toEqual([
    ['INSURANCE_ENDS', '2026-05-10'],
    ['NONE', null],
  ])
  const ofLoan = (id: number, farmId: number, subjectId: number) =>
    alert(id, farmId, { kind: 'COVERAGE_LOW', subjectType: 'PROJECT', subjectId })
  expect(order([ofLoan(1, 2, 1), ofLoan(2, 1, 1)])).toEqual([
    [3, 0],
    [1, 1],
    [4, 0],
    [2, 0],
  ])
  expect(order([alert(1, 2), alert(2, 2), alert(3, 1, { severity: 'MINOR' }), alert(4, 9)])).toEqual([
    [3, 0],
    [2, 2],
    [4, 0],
    [1, 0],
  ])
})

test('lists urgent events first, then newest, of visible projects only', () => {
  const posted = (id: number, projectId: number) =>
    ({ id, projectId, at: new Date(id * 60_000).toISOString() }) as Posted
  const closed = (id: number, projectId: number): Done => ({
    type: 'CLOSED',
    id,
    projectId,
    by: null,
    at: new Date(id * 60_000).toISOString(),
    day: '2026-05-01',
    ledger: 3,
    unaccounted: 0,
  })
  const shown = happeningsOf([project(1)], {
    alerts: [
      alert(1, 1),
      alert(5, 1, { severity: 'MAJOR' }),
      alert(7, 1, { acknowledgedAt: '2026-05-01T00:00:00.000Z' }),
      alert(9, 2),
      alert(3, 1, { subjectType: 'PROJECT', subjectId: 2 }),
    ],
    posted: [posted(6, 1), posted(8, 2)],
    done: [closed(4, 1), closed(3, 2)],
    seal: { root: 'a', day: '2026-05-01', sealedAt: new Date(2 * 60_000).toISOString() },
  })
  expect(shown.map(({ key }) => key)).toEqual([
    'alert 1',
    'alert 7',
    'entry 6',
    'alert 5',
    'CLOSED 4',
    'seal 2026-05-01',
  ])
})
