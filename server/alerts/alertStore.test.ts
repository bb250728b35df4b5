import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import { maxAlertsPerStatement, type NewAlert } from '../db/alerts.ts'
import { AlertStore, type AlertWriter } from './alertStore.ts'

const alertOf = (subjectId: number): NewAlert => ({
  kind: 'LEFT_PEN',
  severity: 'CRITICAL',
  subjectType: 'ANIMAL',
  subjectId,
  subjectName: '07',
  farmId: 1,
  penId: 2,
  animalId: subjectId,
  raisedAt: 1,
  sinceAt: 0,
  detail: {},
})

/** A store on a table in memory. `fault`: whether the next statement fails before it is carried out, or its answer is lost. */
function openStore() {
  const table: { id: number; subjectId: number; isOpen: boolean }[] = []
  const statements: string[] = []
  const shown: string[] = []
  const state = { fault: null as 'refused' | 'lost' | null, farmIsGone: false, refusedIds: new Set<number>() }
  const carryOut = (name: string, work: () => Pick<Alert, 'id' | 'kind' | 'subjectId'>[]) => {
    const { fault } = state
    state.fault = null
    if (fault === 'refused') throw new Error('away')
    statements.push(name)
    const answer = work()
    if (fault === 'lost') throw new Error('the connection broke')
    return answer as Alert[]
  }
  const toAlert = ({ id, subjectId }: { id: number; subjectId: number }) => ({
    id,
    kind: 'LEFT_PEN' as const,
    subjectId,
  })
  const writer: AlertWriter = {
    raise: async (alerts) => {
      if (alerts.some(({ subjectId }) => state.refusedIds.has(subjectId)))
        throw Object.assign(new Error('a row is refused'), { code: '22P05' })
      return carryOut(`raise ${alerts.length}`, () =>
        alerts.flatMap(({ subjectId }) => {
          if (state.farmIsGone) return []
          let row = table.find((one) => one.subjectId === subjectId && one.isOpen)
          if (!row) table.push((row = { id: table.length + 1, subjectId, isOpen: true }))
          return [toAlert(row)]
        }),
      )
    },
    clear: async (clearings) =>
      carryOut(`clear ${clearings.length}`, () =>
        table
          .filter(({ id }) => clearings.some((one) => one.id === id))
          .map((row) => toAlert(Object.assign(row, { isOpen: false }))),
      ),
  }
  const store = new AlertStore(writer, pino({ level: 'silent' }), (alerts) =>
    shown.push(alerts.map(({ id }) => id).join()),
  )
  const clear = (subjectId: number) => {
    const entry = store.of('LEFT_PEN').get(subjectId)
    if (!entry) throw new Error('it is not open')
    store.clear(entry, 2)
  }
  return { store, clear, table, statements, shown, state }
}

it('opens an alert and clears it', async () => {
  const { store, clear, statements, shown } = openStore()
  store.raise(alertOf(7))
  expect(store.count).toBe(1)
  await store.settle()
  clear(7)
  expect(store.count).toBe(0)
  await store.settle()
  expect(statements).toEqual(['raise 1', 'clear 1'])
  expect(shown).toEqual(['1', '1'])
})

it('writes many alerts in few statements', async () => {
  const { store, clear, table, statements } = openStore()
  const subjects = Array.from({ length: 2 * maxAlertsPerStatement + 1 }, (_, i) => i + 1)
  for (const subjectId of subjects) store.raise(alertOf(subjectId))
  await Promise.all([store.settle(), store.settle()])
  expect(statements).toEqual([`raise ${maxAlertsPerStatement}`, `raise ${maxAlertsPerStatement}`, 'raise 1'])
  for (const subjectId of subjects) clear(subjectId)
  await store.settle()
  expect(statements.length).toBe(6)
  expect(table.filter(({ isOpen }) => isOpen)).toEqual([])
})

it('retries alerts that the database refused', async () => {
  const { store, statements, state } = openStore()
  store.raise(alertOf(7))
  state.fault = 'refused'
  await store.settle()
  expect(statements).toEqual([])
  await store.settle()
  expect(statements).toEqual(['raise 1'])
})

it('writes the other alerts of a batch when the database refuses one', async () => {
  const { store, clear, table, shown, state } = openStore()
  state.refusedIds.add(40)
  const subjects = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const subjectId of subjects) store.raise(alertOf(subjectId))
  await store.settle()
  expect(table.map(({ subjectId }) => subjectId).toSorted((a, b) => a - b)).toEqual(subjects.filter((id) => id !== 40))
  expect(shown.flatMap((ids) => ids.split(',')).length).toBe(99)
  // Later alerts are not held up, and the refused one is stored once nothing refuses it.
  store.raise(alertOf(200))
  await store.settle()
  expect(table.at(-1)?.subjectId).toBe(200)
  state.refusedIds.clear()
  await store.settle()
  expect(table.at(-1)?.subjectId).toBe(40)
  clear(40)
  await store.settle()
  expect(table.at(-1)?.isOpen).toBe(false)
})

it('forgets a refused alert that is over', async () => {
  const { store, clear, table, state } = openStore()
  state.refusedIds.add(7)
  store.raise(alertOf(7))
  await store.settle()
  clear(7)
  state.refusedIds.clear()
  await store.settle()
  expect([table, store.count]).toEqual([[], 0])
})

it.each(['before the next try', 'after it'])(
  'clears an alert whose raise was committed but not answered, %s',
  async (when) => {
    const { store, clear, table, shown, state } = openStore()
    store.raise(alertOf(7))
    state.fault = 'lost'
    await store.settle()
    expect(table).toEqual([{ id: 1, subjectId: 7, isOpen: true }])
    if (when === 'after it') await store.settle()
    clear(7)
    await store.settle()
    expect(table).toEqual([{ id: 1, subjectId: 7, isOpen: false }])
    // Screens were not notified after the first try.
    expect(shown).toEqual(['1', '1'])
  },
)

it('preserves the order of a subject’s changes after a failed write', async () => {
  const { store, clear, table, state } = openStore()
  store.raise(alertOf(7))
  await store.settle()
  clear(7)
  store.raise(alertOf(7))
  store.raise(alertOf(8))
  clear(8)
  state.fault = 'refused'
  await store.settle()
  await store.settle()
  expect(table.map(({ subjectId, isOpen }) => [subjectId, isOpen])).toEqual([
    [7, false],
    [8, false],
    [7, true],
  ])
  expect(store.of('LEFT_PEN').get(7)?.id).toBe(3)
})

it('drops an alert of a farm that does not exist', async () => {
  const { store, state } = openStore()
  state.farmIsGone = true
  store.raise(alertOf(7))
  await store.settle()
  expect(store.count).toBe(0)
})
