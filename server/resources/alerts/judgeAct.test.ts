import { describe, expect, test } from 'vitest'
import type { AlertAct } from '#contract/alerts/alertActs.ts'
import { findActFault, type JudgedAlert } from './judgeAct.ts'

describe('findActFault', () => {
  const base: JudgedAlert = {
    severity: 'MAJOR',
    acknowledgedAt: null,
    closedAt: null,
    clearedAt: null,
    shelvedUntil: null,
    version: 3,
    acknowledgedBy: null,
    closedBy: null,
  }
  const at = '2026-05-01T12:00:00.000Z'
  const states = {
    open: base,
    critical: { ...base, severity: 'CRITICAL' },
    acknowledged: { ...base, acknowledgedAt: at },
    shelved: { ...base, shelvedUntil: at },
    cleared: { ...base, clearedAt: at },
    closed: { ...base, acknowledgedAt: at, closedAt: at },
  } satisfies Record<string, JudgedAlert>
  const acts = {
    acknowledge: { kind: 'ACKNOWLEDGE', comment: '' },
    assign: { kind: 'ASSIGN', assigneeId: 1 },
    comment: { kind: 'COMMENT', text: 'x' },
    shelve: { kind: 'SHELVE', until: 1, reason: 'x' },
    unshelve: { kind: 'UNSHELVE', reason: '' },
    close: { kind: 'CLOSE', code: 'FALSE_ALARM', text: '', imageIds: [] },
  } satisfies Record<string, AlertAct>
  const none = null
  test.each<[keyof typeof states, Record<keyof typeof acts, string | null>]>([
    ['open', { acknowledge: none, assign: none, comment: none, shelve: none, unshelve: 'not_shelved', close: none }],
    [
      'critical',
      {
        acknowledge: 'required',
        assign: none,
        comment: none,
        shelve: none,
        unshelve: 'not_shelved',
        close: 'required',
      },
    ],
    [
      'acknowledged',
      { acknowledge: 'acknowledged', assign: none, comment: none, shelve: none, unshelve: 'not_shelved', close: none },
    ],
    ['shelved', { acknowledge: none, assign: none, comment: none, shelve: none, unshelve: none, close: none }],
    [
      'cleared',
      { acknowledge: none, assign: none, comment: none, shelve: 'alert_cleared', unshelve: 'not_shelved', close: none },
    ],
    [
      'closed',
      {
        acknowledge: 'acknowledged',
        assign: 'alert_closed',
        comment: none,
        shelve: 'alert_closed',
        unshelve: 'alert_closed',
        close: 'alert_closed',
      },
    ],
  ])('returns the fault of each act on an alert that is %s', (state, expected) => {
    const found = Object.fromEntries(
      Object.entries(acts).map(([name, one]) => [name, findActFault(states[state], one, undefined)?.fault ?? null]),
    )
    expect(found).toEqual(expected)
  })

  test('allows only acts that override nobody on an outdated version', () => {
    const faults = Object.entries(acts)
      .filter(([name]) => name !== 'unshelve')
      .map(([name, one]) => [name, findActFault(states.open, one, 2)?.fault ?? null])
    expect(Object.fromEntries(faults)).toEqual({
      acknowledge: null,
      assign: 'stale',
      comment: null,
      shelve: 'stale',
      close: 'stale',
    })
    expect(findActFault(states.open, { ...acts.close, code: 'OTHER' }, 3)?.fault).toBe('required')
  })
})
