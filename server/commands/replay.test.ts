/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { machineNow, machineSpan, toInstant } from '../clock.ts'
import { freePort } from '../testing/testPort.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openOutside } from '../testing/testOutside.ts'
import { demoPassword } from '../demo/demoAccounts.ts'
import { runCommandFile, stopCommands } from './testCommand.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const from = Date.UTC(2026, 4, 1, 8)
const minuteMs = 60_000
const speed = 300

let folder: string
let database: TestDatabase
let outside: Awaited<ReturnType<typeof openOutside>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover replay '))
  database = await openTestDatabase()
  outside = await openOutside(database)
})
afterAll(async () => {
  await stopCommands()
  await outside.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes half an hour of two animals, one position a minute each. */
async function writeRecording(): Promise<string> {
  const rows = Array.from({ length: 31 }, (_, minute) =>
    [1, 2].map(
      (animal) => `${animal},${116 + animal / 1000},${44 + minute / 10_000},${toInstant(from + minute * minuteMs)}`,
    ),
  )
  const path = join(folder, 'two animals.csv')
  await writeFile(path, ['animal,lon,lat,time', ...rows.flat()].join('\n'))
  return path
}

it('plays a recording at 300 times its speed, then runs at real speed', async () => {
  const [PORT, MQTT_PORT] = [String(await freePort()), String(await freePort())]
  const command = runCommandFile(
    'replay.ts',
    { PORT, MQTT_PORT, DATABASE_URL: outside.url },
    { args: ['--tracks', await writeRecording(), '--speed', String(speed), '--data', join(folder, 'data')] },
  )
  await command.says(/Drover is replaying: http/)
  const call = async (path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      'x-auth-timestamp': String(machineNow()),
      'x-auth-token': token,
    }
    return (
      await fetch(`http://127.0.0.1:${PORT}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()
  }
  const login = await call('/collateral/common/auth/login/user', {
    type: 'account',
    userName: 'pm',
    password: demoPassword,
  })
  const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(login).data
  const farms = z.object({
    data: z.object({
      list: z.array(z.object({ id: z.number(), headcount: z.object({ at: z.string(), ledger: z.number() }) })),
    }),
  })
  /** Returns herd time with the machine time of the reading. */
  const herdTime = async () => {
    const [farm] = farms.parse(await call('/collateral/web/farm/list', {}, token)).data.list
    return farm ? { herdAt: Date.parse(farm.headcount.at), machineMs: machineSpan() } : null
  }
  /** Returns herd ms per machine ms, measured over `herdMs`. */
  const pace = async (herdMs: number) => {
    const [before, after] = await Array.fromAsync([0, herdMs], async (ms) => {
      const until = ms + ((await herdTime())?.herdAt ?? 0)
      await expect
        .poll(async () => ((await herdTime())?.herdAt ?? 0) >= until, { timeout: 30_000, interval: 20 })
        .toBe(true)
      return herdTime()
    })
    return before && after ? (after.herdAt - before.herdAt) / (after.machineMs - before.machineMs) : Number.NaN
  }

  // Herd time stands still until the farm is made.
  await expect.poll(async () => ((await herdTime())?.herdAt ?? 0) > from, { timeout: 30_000 }).toBe(true)
  const running = await pace(1000 * speed)
  expect(running / speed).toBeGreaterThan(0.5)
  expect(running / speed).toBeLessThan(2)

  const [line] = await command.says(/^\{"readings".*\}$/m)
  expect(JSON.parse(line)).toMatchObject({ readings: 62, stored: 62, duplicate: 0, rejected: 0 })
  expect((await database.sql`select distinct at from readings`).length).toBe(31)
  const after = await pace(1000)
  expect(after).toBeGreaterThan(0.2)
  expect(after).toBeLessThan(5)
  expect((await command.stop()).code).toBe(0)
})

it('prints one line for a recording that cannot be read', async () => {
  const { code, stdout, stderr } = await runCommandFile(
    'replay.ts',
    { DATABASE_URL: outside.url },
    { args: ['--tracks', '/nonexistent.csv', '--data', join(folder, 'none')] },
  ).ended
  expect([code, stdout, stderr]).toEqual([1, '', "drover: --tracks /nonexistent.csv: can't be read\n"])
})
