import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { signIn } from '#mocks/calls.ts'
import { freePort } from './product.ts'

/** Recordings of real animals lie beside the checkout, not in it. */
const recordings = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const steers = ['--tracks', join(recordings, 'kansas-pens/steers_2018-06-01_02.csv'), '--fences', join(recordings, 'kansas-pens/pens.local.geojson')]

const summarySchema = z.object({
  readings: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  farmId: z.number(),
  alerts: z.record(z.string(), z.number()),
})

test.skip(!existsSync(recordings), 'there are no recordings beside the checkout')

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-replay-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

/** Replays as fast as everything goes through. @returns what it came to, and the product where it stays open */
async function replay(args: string[]): Promise<{ summary: z.infer<typeof summarySchema>; url: string; child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), MQTT_PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['server/commands/replay.ts', ...args, '--speed', 'max', '--data', folder], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const summary = await new Promise<z.infer<typeof summarySchema>>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      const line = /^\{.*\}$/m.exec(said)?.[0]
      if (line) resolve(summarySchema.parse(JSON.parse(line)))
    })
    child.once('exit', () => reject(new Error(`the replay ended: ${said}`)))
  })
  return { summary, url: `http://127.0.0.1:${port}`, child }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

test('20 steers in a pen: stored once, no false alarm, one outage, the headcount of each window', async () => {
  const first = await replay(steers)
  expect(first.summary).toMatchObject({ readings: 121_738, stored: 121_738, duplicate: 0, rejected: 0 })
  expect(first.summary.alerts['LEFT_PEN'] ?? 0).toBe(0)
  expect(first.summary.alerts['SITE_OUTAGE']).toBe(1)

  const { farmId } = first.summary
  const call = await signIn(first.url, 'pm', 'Demo2026')
  const pens = (await call(endpoints.pens.list, { farmId })).list
  const animals = (await call(endpoints.animals.list, { farmId, pageSize: 100 })).list
  const pen14 = pens.find(({ name }) => name === '14')
  expect(animals.map(({ farmSlotId }) => farmSlotId)).toEqual(Array.from({ length: 20 }, () => pen14?.id))

  const outage = (await call(endpoints.alerts.list, { farmId, kind: 'SITE_OUTAGE' })).list[0]
  // It is recognised within minutes of 08:39, and holds back every silence that it explains.
  expect(Math.abs(Date.parse(outage?.raisedAt ?? '') - Date.UTC(2018, 5, 2, 8, 47))).toBeLessThan(10 * 60_000)
  const silences = await call(endpoints.alerts.list, { farmId, kind: 'NECKBAND_SILENT', from: '2018-06-02T08:00:00Z', to: '2018-06-02T12:00:00Z' })
  expect(silences.list).toEqual([])

  const step = 10 * 60_000
  const shares: Record<number, number> = {}
  for (const windowMinutes of [5, 30, 60, 150]) {
    let [whole, all] = [0, 0]
    for (let at = Date.UTC(2018, 5, 1, 6) + windowMinutes * 60_000; at < Date.UTC(2018, 5, 3, 5, 59); at += step) {
      const { ledger, heard } = await call(endpoints.headcounts.at, { farmId, at, windowMinutes })
      expect(ledger).toBe(20)
      all++
      if (heard === 20) whole++
    }
    shares[windowMinutes] = (100 * whole) / all
  }
  // Measured on 72 h of these steers: 6, 77, 92 and 100 % of the minutes.
  expect(Math.abs((shares[5] ?? 0) - 6)).toBeLessThan(5)
  expect(Math.abs((shares[30] ?? 0) - 77)).toBeLessThan(7)
  expect(Math.abs((shares[60] ?? 0) - 92)).toBeLessThan(5)
  expect(shares[150]).toBe(100)
  await end(first.child)

  const again = await replay([...steers, '--exit'])
  expect(again.summary).toMatchObject({ readings: 121_738, stored: 0, duplicate: 121_738, rejected: 0 })
})

test('without the buffer the same steers raise hundreds', async () => {
  const { summary } = await replay([...steers, '--exit', '--rule', 'LEFT_PEN.bufferMetres=0', '--rule', 'LEFT_PEN.raiseDelayMinutes=0'])
  expect(summary.alerts['LEFT_PEN']).toBeGreaterThan(200)
})

test('a month of dirty collars: no animal where none can be, every fix that was refused is counted', async () => {
  const { summary, url, child } = await replay(['--tracks', join(recordings, 'andalusia-collars/all_gps_2022_02.csv')])
  expect(summary.readings).toBe(25_522)
  expect(summary.rejected).toBeGreaterThan(1000)
  const call = await signIn(url, 'pm', 'Demo2026')
  const { list } = await call(endpoints.neckbands.list, { pageSize: 1000 })
  expect(list).toHaveLength(38)
  for (const { longitude, latitude } of list) {
    if (longitude === null || latitude === null) continue
    expect(Math.abs(latitude)).toBeLessThan(90)
    expect(Math.hypot(longitude, latitude - 1)).toBeGreaterThan(0.01)
    expect(Math.hypot(longitude, latitude)).toBeGreaterThan(0.01)
  }
  const { totals } = await call(endpoints.ingest.summary, { from: '2022-01-01T00:00:00Z', to: '2022-03-31T00:00:00Z' })
  expect(totals['BAD_POSITION']).toBe(summary.rejected)
  await end(child)
})
