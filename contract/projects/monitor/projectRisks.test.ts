// @vitest-environment node
import { expect, test } from 'vitest'
import type { ProjectRisk } from './projectRisks.ts'
import { byRisk, riskOf, stalePriceDays } from './projectRisks.ts'

const calm = { state: 'OK', unaccounted: 0, unverified: 0, priceAgeDays: stalePriceDays } as const

test.each([
  [{ ...calm, state: 'BELOW_MINIMUM', unaccounted: 9 }, 3, 'BELOW_MINIMUM'],
  [{ ...calm, state: 'BELOW_WARNING', unaccounted: 9 }, 3, 'BELOW_WARNING'],
  [{ ...calm, unaccounted: 1, unverified: 9 }, 3, 'UNACCOUNTED'],
  [{ ...calm, unverified: 9 }, 1, 'CRITICAL_ALERT'],
  [{ ...calm, unverified: 9, priceAgeDays: 90 }, 0, 'UNVERIFIED'],
  [{ ...calm, priceAgeDays: stalePriceDays + 1 }, 0, 'STALE_PRICE'],
  [{ ...calm, priceAgeDays: null }, 0, 'NONE'],
  [calm, 0, 'NONE'],
] as const)('rates %j with %i critical alerts as %s', (project, critical, risk) => {
  expect(riskOf(project, { critical, insuranceEnds: false })).toBe(risk)
})

test('names ending insurance when no graver reason exists', () => {
  const insurance = { critical: 0, insuranceEnds: true }
  expect([riskOf(calm, insurance), riskOf({ ...calm, priceAgeDays: 31 }, insurance)]).toEqual([
    'INSURANCE_ENDS',
    'STALE_PRICE',
  ])
})

test('sorts by gravity, then by coverage, with nothing owed last', () => {
  const project = (id: number, risk: ProjectRisk, ratio: string | null) => ({ id, risk, ratio })
  const projects = [
    project(1, 'NONE', '1.2000'),
    project(2, 'NONE', null),
    project(3, 'BELOW_WARNING', '1.0900'),
    project(4, 'UNACCOUNTED', '0.9000'),
    project(5, 'BELOW_MINIMUM', '0.8200'),
    project(6, 'BELOW_MINIMUM', '10.0000'),
    project(7, 'BELOW_MINIMUM', '0.8200'),
    project(8, 'UNVERIFIED', '9.0000'),
  ]
  expect(projects.toSorted(byRisk).map(({ id }) => id)).toEqual([5, 7, 6, 3, 4, 8, 1, 2])
})
