import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClock, type Clock } from '../../clock.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { Health } from './health.ts'

let database: TestDatabase
let clock: Clock
beforeAll(async () => {
  database = await openTestDatabase()
  clock = createClock()
  clock.hold(1000)
})
afterAll(async () => {
  clock.stop()
  await database.close()
})

it('tells each change at once, and no state twice', async () => {
  const health = new Health(clock, database.sql, '/tmp')
  const told: unknown[] = []
  health.onChange = () => told.push([health.parts.database.up, health.parts.broker])
  health.setBroker(null)
  health.setStoring(false)
  health.setStoring(false)
  await clock.moveTo(2000)
  health.setBroker('NO_SOURCE')
  await clock.moveTo(3000)
  health.setBroker('UNREACHABLE')
  await health.probe()
  health.setStoring(true)
  expect(told).toEqual([
    [true, { up: true, since: 1000 }],
    [false, { up: true, since: 1000 }],
    [false, { up: false, since: 2000, fault: 'NO_SOURCE' }],
    [false, { up: false, since: 2000, fault: 'UNREACHABLE' }],
    [true, { up: false, since: 2000, fault: 'UNREACHABLE' }],
  ])
})
