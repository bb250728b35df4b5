import { expect, test, vi } from 'vitest'
import { ClockWatch } from './clockWatch.ts'

const start = Date.UTC(2026, 4, 1)
const minuteMs = 60_000
const hourMs = 60 * minuteMs

function watched() {
  let [at, spanMs] = [start, 0]
  const database = { aheadMs: 0 as number | null }
  const log = { warn: vi.fn() }
  const watch = new ClockWatch({
    wall: () => at,
    span: () => spanMs,
    aheadOfDatabaseMs: async () => database.aheadMs,
    now: () => start + spanMs,
    log,
  })
  return {
    watch,
    database,
    log,
    async pass(ms: number, stepMs = 0) {
      at += ms + stepMs
      spanMs += ms
      await watch.look()
      return watch.fault
    },
  }
}

test('reports nothing for a correct clock or an unavailable database', async () => {
  const { pass, database } = watched()
  expect(await pass(2000)).toBeNull()
  database.aheadMs = 4000
  expect(await pass(2000)).toBeNull()
  database.aheadMs = null
  expect(await pass(2000)).toBeNull()
})

test('reports a step until it is undone or 15 minutes pass', async () => {
  const { pass, log } = watched()
  expect(await pass(2000, hourMs)).toEqual({ aheadMs: hourMs, since: start + 2000 })
  expect(await pass(2000)).toEqual({ aheadMs: hourMs, since: start + 2000 })
  expect(await pass(2000, -hourMs)).toBeNull()
  expect(await pass(2000, -hourMs)).toMatchObject({ aheadMs: -hourMs })
  expect(await pass(14 * minuteMs)).not.toBeNull()
  expect(await pass(minuteMs)).toBeNull()
  expect(log.warn).toHaveBeenCalledTimes(4)
})

test('reports a difference to the database’s clock while it lasts', async () => {
  const { pass, database } = watched()
  database.aheadMs = hourMs
  expect(await pass(2000)).toMatchObject({ aheadMs: hourMs })
  expect(await pass(hourMs)).toMatchObject({ aheadMs: hourMs })
  database.aheadMs = 0
  expect(await pass(2000)).toBeNull()
})

test('reports a clock behind stored readings for 15 minutes', async () => {
  const { watch, pass } = watched()
  watch.noteStored(start + hourMs)
  expect(await pass(2000)).toMatchObject({ aheadMs: -hourMs })
  expect(await pass(15 * minuteMs)).toBeNull()
})
