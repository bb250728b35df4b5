// @vitest-environment node
import { expect, test } from 'vitest'
import type { ProjectRisk } from './projectRisks.ts'
import { byRisk, riskOf } from './projectRisks.ts'

const calm = { state: 'OK', unaccounted: 0, unverified: 0 } as const

test.each([
  [{ ...calm, state: 'BELOW_MINIMUM', unaccounted: 9 }, 3, 'BELOW_MINIMUM'],
  [{ ...calm, state: 'BELOW_WARNING', unaccounted: 9 }, 3, 'BELOW_WARNING'],
  [{ ...calm, unaccounted: 1, unverified: 9 }, 3, 'UNACCOUNTED'],
  [{ ...calm, unverified: 9 }, 1, 'CRITICAL_ALERT'],
  [{ ...calm, unverified: 9 }, 0, 'UNVERIFIED'],
  [calm, 0, 'NONE'],
] as const)('%j with %i critical alerts is %s', (project, alerts, risk) => {
  expect(riskOf(project, alerts)).toBe(risk)
})

test('the gravest comes first, within one the lowest coverage; where nothing is owed last', () => {
  const project = (id: number, risk: ProjectRisk, ratio: string | null) => ({ id, risk, ratio })
  const some = [
    project(1, 'NONE', '1.2000'), project(2, 'NONE', null), project(3, 'BELOW_WARNING', '1.0900'), project(4, 'UNACCOUNTED', '0.9000'), project(5, 'BELOW_MINIMUM', '0.8200'),
    project(6, 'BELOW_MINIMUM', '10.0000'), project(7, 'BELOW_MINIMUM', '0.8200'), project(8, 'UNVERIFIED', '9.0000'),
  ]
  expect(some.toSorted(byRisk).map(({ id }) => id)).toEqual([5, 7, 6, 3, 4, 8, 1, 2])
})
