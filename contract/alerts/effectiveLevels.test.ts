import { expect, test } from 'vitest'
import { alertKinds, type RuleKind, ruleKinds } from './alertKinds.ts'
import { effectiveLevels } from './effectiveLevels.ts'

test.each<[RuleKind, Record<string, number>, Record<string, number>]>([
  [
    'HEADCOUNT_DROP',
    { raiseHeads: 3, raisePercent: 1, clearHeads: 5, clearPercent: 2.5 },
    { raiseHeads: 3, raisePercent: 1, clearHeads: 3, clearPercent: 1 },
  ],
  [
    'HEADCOUNT_DROP',
    { raiseHeads: 9, raisePercent: 9, clearHeads: 5, clearPercent: 2.5 },
    { raiseHeads: 9, raisePercent: 9, clearHeads: 5, clearPercent: 2.5 },
  ],
  ['LOW_BATTERY', { raisePercent: 30, clearPercent: 20 }, { raisePercent: 30, clearPercent: 30 }],
  ['PEN_CROWDED', { raisePercent: 100, clearPercent: 110 }, { raisePercent: 100, clearPercent: 100 }],
  [
    'LEFT_FARM',
    { bufferMetres: 1, clearMetres: 5, raiseDelayMinutes: 0, clearDelayMinutes: 9 },
    { bufferMetres: 1, clearMetres: 5, raiseDelayMinutes: 0, clearDelayMinutes: 9 },
  ],
])('evaluates %s with %o at %o', (kind, parameters, effective) => {
  expect(effectiveLevels(kind, parameters)).toEqual(effective)
})

test.each(ruleKinds)('evaluates %s at the levels that the platform sets', (kind) => {
  const parameters: Record<string, number> = alertKinds[kind].parameters.parse({})
  expect(effectiveLevels(kind, parameters)).toEqual(parameters)
})
