import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { coverageOf } from '#contract/projects/coverage.ts'
import type { RunningProject } from '../db/projects/farmFinance.ts'
import { Herd } from '../herd/herd.ts'
import { buildRegistry } from '../herd/registry.ts'
import { AlertStore } from './alertStore.ts'
import { AlertEngine } from './engine.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 4, 1)

/** A loan that its collateral does not cover. */
function projectOf(id: number): RunningProject {
  const lines = [
    {
      lineId: id,
      categoryId: 1,
      unitPrice: '1000.00',
      haircut: '0',
      heads: 1,
      pricedOn: '2026-05-01',
      priceSource: 'Market',
      ledger: 1,
      missing: 0,
    },
  ]
  const terms = { balance: '1000.00', warningLine: '1.2000', minimumLine: '1.0000' }
  return {
    id,
    code: `P${id}`,
    firstFarmId: 1,
    startsOn: '2026-01-01',
    loggedOn: null,
    loan: {
      ...terms,
      projectId: id,
      code: `P${id}`,
      farmIds: [1],
      contracted: 1,
      windowMinutes: 60,
      balanceAsOf: null,
      lines,
      wasPledged: true,
      coverage: coverageOf(lines, terms),
    },
  }
}

const ruleOf = (projectId: number, enabled = true): AlertRule => ({
  id: projectId,
  version: 1,
  kind: 'COVERAGE_LOW',
  scope: 'PROJECT',
  scopeId: projectId,
  severity: 'MAJOR',
  enabled,
  parameters: { raiseDelayMinutes: 10 },
  schedule: null,
})

test('restarts the delay only of the project whose rule was off', async () => {
  const herd = new Herd()
  const square: [number, number][] = [
    [116, 44],
    [116.01, 44],
    [116.01, 44.01],
    [116, 44],
  ]
  const farm = { id: 1, name: 'farm', supervisorOrgId: null, windowMinutes: 60, timeZone: 'UTC', insured: [] }
  const boundary = { type: 'Polygon' as const, coordinates: [square] }
  herd.registry = buildRegistry(
    {
      farms: [{ ...farm, boundary, projects: [projectOf(1), projectOf(2)] }],
      pens: [],
      gateways: [],
      animals: [],
      spares: [],
      sources: [],
    },
    herd.registry,
  )
  let serial = 0
  const store = new AlertStore(
    {
      raise: async (alerts) =>
        alerts.map(({ kind, subjectType, subjectId, farmId }) => ({
          id: ++serial,
          kind,
          subjectType,
          subjectId,
          farmId,
        })) as Alert[],
      clear: async () => [],
    },
    pino({ level: 'silent' }),
    () => {},
  )
  const engine = new AlertEngine(herd, store)
  const raised = async (minute: number) => {
    await engine.tick(start + minute * minuteMs)
    return [...engine.open('COVERAGE_LOW').values()].map(({ subjectId }) => subjectId)
  }
  engine.useRules([ruleOf(1), ruleOf(2)])
  expect([await raised(0), await raised(5)]).toEqual([[], []])
  engine.useRules([ruleOf(1, false), ruleOf(2)])
  expect(await raised(6)).toEqual([])
  engine.useRules([ruleOf(1), ruleOf(2)])
  expect([await raised(7), await raised(9)]).toEqual([[], []])
  expect([await raised(10), await raised(16)]).toEqual([[2], [2]])
  expect(await raised(17)).toEqual([2, 1])
})
