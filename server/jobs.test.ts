import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'
import { createJobClaims } from './db/jobClaims.ts'
import { openTestDatabase, type TestDatabase } from './testing/testDatabase.ts'
import { type Job, Jobs } from './jobs.ts'

const start = Date.UTC(2026, 4, 1)
const everyMs = 60_000
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function createFixedClock() {
  const clock = createClock()
  clock.hold(start)
  return clock
}
const herdJob = (name: string, runs: Job['runs'], run: Job['run']): Job => ({
  name,
  intervalMs: everyMs,
  time: 'herd',
  runs,
  run,
})

test('runs a job once per period in one process, then another’s', async () => {
  const clock = createFixedClock()
  const ran: string[] = []
  const processes = ['first', 'second'].map((name) => {
    const jobs = new Jobs({ clock, log: { warn: vi.fn() }, claim: createJobClaims(database.sql) })
    jobs.start(herdJob('sweep', 'once', async (now) => void ran.push(`${name} ${(now - start) / everyMs}`)))
    return jobs
  })
  await clock.moveTo(start + 2 * everyMs)
  expect(ran.map((one) => one.split(' ')[1])).toEqual(['1', '2'])
  await processes[0]?.stop()
  await clock.moveTo(start + 3 * everyMs)
  expect(ran.at(-1)).toBe('second 3')
  expect(ran).toHaveLength(3)
  await processes[1]?.stop()
})

test('runs a job of each process in each, without a claim', async () => {
  const clock = createFixedClock()
  const ran: string[] = []
  const claim = vi.fn(async () => false)
  for (const name of ['first', 'second']) {
    new Jobs({ clock, log: { warn: vi.fn() }, claim }).start(herdJob('tick', 'each', async () => void ran.push(name)))
  }
  await clock.moveTo(start + everyMs)
  expect([ran, claim.mock.calls]).toEqual([['first', 'second'], []])
})

test('runs a job after the clock was set back behind its claim', async () => {
  const claim = createJobClaims(database.sql)
  const job = { name: 'housekeeping', intervalMs: everyMs }
  expect(await claim(job, start + 10 * everyMs)).toBe(true)
  expect(await claim(job, start + 9.5 * everyMs)).toBe(false)
  expect(await claim(job, start)).toBe(true)
})

test('logs a failure under the job’s name and runs it again', async () => {
  const clock = createFixedClock()
  const warn = vi.fn()
  const onRun = vi.fn()
  const jobs = new Jobs({ clock, log: { warn }, claim: async () => true, onRun })
  let runs = 0
  jobs.start(
    herdJob('samples', 'once', async () => {
      runs++
      throw new Error('away')
    }),
  )
  await clock.moveTo(start + 2 * everyMs)
  expect(runs).toBe(2)
  expect(warn.mock.calls.map(([entry]) => entry.job)).toEqual(['samples', 'samples'])
  expect(onRun.mock.calls).toEqual([[{ job: 'samples', result: 'failed' }], [{ job: 'samples', result: 'failed' }]])
})

test('runs a job at its start and then each period', async () => {
  const clock = createFixedClock()
  const ran: number[] = []
  const onRun = vi.fn()
  const jobs = new Jobs({ clock, log: { warn: vi.fn() }, claim: async () => true, onRun })
  jobs.start({ ...herdJob('hours', 'once', async (now) => void ran.push(now - start)), atStart: true })
  await vi.waitFor(() => expect(ran).toEqual([0]))
  await clock.moveTo(start + everyMs)
  expect(ran).toEqual([0, everyMs])
  expect(onRun.mock.calls).toEqual([[{ job: 'hours', result: 'done' }], [{ job: 'hours', result: 'done' }]])
  await jobs.stop()
})

test('does not start a slow job twice; stop waits for it', async () => {
  vi.useFakeTimers()
  try {
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = vi.fn(() => promise)
    const jobs = new Jobs({ clock: createFixedClock(), log: { warn: vi.fn() }, claim: async () => true })
    jobs.start({ name: 'slow', intervalMs: 1000, time: 'machine', runs: 'each', run })
    await vi.advanceTimersByTimeAsync(3500)
    expect(run).toHaveBeenCalledOnce()
    let isStopped = false
    const stopped = jobs.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(3000)
    expect([isStopped, run.mock.calls.length]).toEqual([false, 1])
    resolve()
    await stopped
  } finally {
    vi.useRealTimers()
  }
})
