import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { AlertStore } from './alertStore.ts'
import type { AlertWriter, NewAlert, Subject } from './alertStore.ts'

const subject: Subject = { type: 'ANIMAL', id: 7, name: '07', farmId: 1, penId: 2, animalId: 7 }
const rule = { severity: 'CRITICAL', parameters: { raiseDelayMinutes: 0, clearDelayMinutes: 0 } } as const
const verdict = (level: 'raise' | 'clear') => ({ level, levelSinceAt: 0, sinceAt: 0, detail: () => ({}) })

function toAlert({ kind, severity }: NewAlert, id: number): Alert {
  return {
    id, changeId: id, kind, severity, subjectType: 'ANIMAL', subjectId: 7, subjectName: '07', farmId: 1, farmSlotId: 2, animalId: 7,
    raisedAt: '', clearedAt: null, acknowledgedAt: null, acknowledgedBy: null, comment: null, detail: {},
  }
}

/** A store that notes what it is asked, and fails or answers null when told. */
function openBook({ fails = 0, taken = false } = {}) {
  const asked: string[] = []
  let failing = fails
  const store: AlertWriter = {
    async raise(alert) {
      if (failing-- > 0) throw new Error('away')
      asked.push('raise')
      return taken ? null : toAlert(alert, asked.length)
    },
    async clear(id) {
      asked.push(`clear ${id}`)
      return toAlert({ kind: 'LEFT_PEN', severity: 'CRITICAL', subject, raisedAt: 0, sinceAt: 0, detail: {} }, id)
    },
  }
  const shown: number[] = []
  const alertStore = new AlertStore(store, pino({ level: 'silent' }), (alerts) => shown.push(...alerts.map(({ id }) => id)))
  return { alertStore, asked, shown }
}

const follow = (alertStore: AlertStore, level: 'raise' | 'clear') => alertStore.follow('LEFT_PEN', rule, verdict(level), subject, 1)

it('opens one alert for a subject, and closes it', async () => {
  const { alertStore, asked, shown } = openBook()
  follow(alertStore, 'raise')
  follow(alertStore, 'raise')
  expect(alertStore.count).toBe(1)
  await alertStore.settle()
  follow(alertStore, 'clear')
  await alertStore.settle()
  expect(asked).toEqual(['raise', 'clear 1'])
  expect(shown).toEqual([1, 1])
  expect(alertStore.count).toBe(0)
})

it('keeps what the database could not take for the next time', async () => {
  const { alertStore, asked } = openBook({ fails: 1 })
  follow(alertStore, 'raise')
  await alertStore.settle()
  expect(asked).toEqual([])
  await alertStore.settle()
  expect(asked).toEqual(['raise'])
})

it('comes to an end when one that was open in the database already is closed, alone and with others', async () => {
  const { alertStore, asked } = openBook({ taken: true })
  follow(alertStore, 'raise')
  await alertStore.settle()
  follow(alertStore, 'clear')
  await alertStore.settle()
  follow(alertStore, 'raise')
  await Promise.all([alertStore.settle(), alertStore.settle()])
  expect(asked).toEqual(['raise', 'raise'])
})
