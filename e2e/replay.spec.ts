import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { maxTrackPoints, notHeard, notThere } from '#contract/herd/replay.ts'
import { signIn } from '#mocks/calls.ts'
import { type MadeRecording, outage, recordDirtyCollars, recordPennedHerd } from '#mocks/recording/madeRecordings.ts'
import { recordArrival, recordTroubles, troubleAlerts, troubleHours } from '#mocks/recording/madeTroubles.ts'
import { type PartyCalls, pledgeTroubles } from '#mocks/recording/pledgedTroubles.ts'
import { readRecording, type Track } from '#mocks/recording/tracks.ts'
import { freePort } from './product.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Folder of real recordings, where there is one. Made recordings show the same on any machine. */
const real = process.env['DROVER_RECORDINGS']

const summarySchema = z.object({
  readings: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  farmId: z.number(),
  alerts: z.record(z.string(), z.number()),
})

test.describe.configure({ mode: 'parallel' })

let folder: string
const children: ChildProcess[] = []
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-replay-'))
})
test.afterEach(async () => {
  // A failed test has not ended its processes.
  await Promise.all(children.splice(0).map(end))
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** Replays at maximum speed. @returns the summary and the product, which stays open */
async function replay(
  args: string[],
): Promise<{ summary: z.infer<typeof summarySchema>; url: string; child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), MQTT_PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const child = spawn(
    process.execPath,
    ['server/commands/replay.ts', ...args, '--speed', 'max', '--data', join(folder, 'data')],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
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
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

/** Writes the files of a recording. @returns the arguments that name them */
async function write({ tracks, fences }: MadeRecording): Promise<string[]> {
  const paths = { tracks: join(folder, 'tracks.csv'), fences: join(folder, 'fences.geojson') }
  await writeFile(paths.tracks, tracks)
  if (fences === '') return ['--tracks', paths.tracks]
  await writeFile(paths.fences, fences)
  return ['--tracks', paths.tracks, '--fences', paths.fences]
}

interface Penned {
  args: string[]
  /** When the whole site falls silent, and is heard again. */
  outage: { from: number; to: number }
}

/** A farm is named after its file by default; here two files belong to one farm. */
const named = ['--farm', 'pen of twenty']
const madeHerd = async (): Promise<Penned> => ({ args: [...(await write(recordPennedHerd())), ...named], outage })
const realSteers = (folder: string): Penned => ({
  args: [
    '--tracks',
    join(folder, 'kansas-pens/steers_2018-06-01_02.csv'),
    '--fences',
    join(folder, 'kansas-pens/pens.local.geojson'),
    ...named,
  ],
  outage: { from: Date.UTC(2018, 5, 2, 8, 39), to: Date.UTC(2018, 5, 2, 9, 27) },
})

const minuteMs = 60_000

/** Replays 20 animals of one pen: stored once, no false alarm, one outage, the headcount of each window. */
async function expectPennedHerd({ args, outage }: Penned): Promise<void> {
  const csv = readFileSync(args[1] ?? '', 'utf8')
  const { tracks, from, to } = readRecording(csv, [0, 0])
  const count = tracks.length
  const { summary, url, child } = await replay(args)
  expect(summary).toMatchObject({ readings: count, stored: count, duplicate: 0, rejected: 0 })
  expect(summary.alerts['LEFT_PEN'] ?? 0).toBe(0)
  expect(summary.alerts['SITE_OUTAGE']).toBe(1)

  const { farmId } = summary
  const call = await signIn(url, 'pm', 'Demo2026')
  const animals = (await call(endpoints.animals.list, { farmId, pageSize: 100 })).list
  expect(animals).toHaveLength(20)
  expect(new Set(animals.map(({ farmSlotId }) => farmSlotId)).size).toBe(1)

  const found = (await call(endpoints.alerts.list, { farmId, kind: 'SITE_OUTAGE' })).list[0]
  // The outage is raised within minutes and suppresses every silence that it explains.
  expect(Math.abs(Date.parse(found?.raisedAt ?? '') - (outage.from + 13 * minuteMs))).toBeLessThan(10 * minuteMs)
  const silences = await call(endpoints.alerts.list, {
    farmId,
    kind: 'NECKBAND_SILENT',
    from: new Date(outage.from).toISOString(),
    to: new Date(outage.to).toISOString(),
  })
  expect(silences.list).toEqual([])

  const instants = [...Map.groupBy(tracks, ({ id }) => id).values()].map((rows) => rows.map(({ at }) => Number(at)))
  for (const windowMinutes of [5, 30, 60, 150]) {
    for (let at = from + windowMinutes * minuteMs; at < to - minuteMs; at += 20 * minuteMs) {
      const heardIn = instants.filter((own) =>
        own.some((one) => one <= at && one > at - windowMinutes * minuteMs),
      ).length
      const { ledger, heard } = await call(endpoints.headcounts.at, { farmId, at, windowMinutes })
      expect([ledger, heard], `${windowMinutes} minutes before ${new Date(at).toISOString()}`).toEqual([20, heardIn])
    }
  }
  await expectPast(call, farmId, tracks)
  await end(child)

  // A third comes again, as from a gateway that missed an acknowledgement.
  const [head = '', ...rows] = csv.trimEnd().split('\n')
  const third = rows.slice(rows.length / 3, (2 * rows.length) / 3)
  const again = join(folder, 'again.csv')
  await writeFile(again, [head, ...third, ''].join('\n'))
  const { summary: second } = await replay(['--tracks', again, ...args.slice(2), '--exit'])
  expect(second).toMatchObject({ farmId, readings: third.length, stored: 0, duplicate: third.length, rejected: 0 })
}

type Calls = Awaited<ReturnType<typeof signIn>>

/** Shows the past of a recording: every fix in the tracks, each step of the day, and where each animal was. */
async function expectPast(call: Calls, farmId: number, tracks: readonly Track[]): Promise<void> {
  const { list } = await call(endpoints.animals.list, { farmId, pageSize: 100 })
  const rows = Map.groupBy(tracks, ({ id }) => id)
  const first = Number(tracks[0]?.at)
  const day = new Date(first).toISOString().slice(0, 10)
  for (const { id, visualTag } of list.slice(0, 3)) {
    const instants = new Set((rows.get(visualTag) ?? []).map(({ at }) => Number(at)))
    const fixes = await call(endpoints.replay.fixes, { animalId: id, day, days: 3 })
    expect(new Set(fixes.at)).toEqual(instants)
    const track = await call(endpoints.replay.track, { animalId: id, day, days: 3 })
    expect(track.at.length).toBeLessThanOrEqual(maxTrackPoints)
    expect(track.at.every((at) => instants.has(at))).toBe(true)
    expect(track.gaps.every(({ from, to }) => ![...instants].some((at) => at > from && at < to))).toBe(true)
  }
  const herd = await call(endpoints.replay.day, {
    farmId,
    day: new Date(first + 12 * 60 * minuteMs).toISOString().slice(0, 10),
  })
  const pens = new Int32Array(Uint8Array.from(Buffer.from(herd.animals.pens, 'base64')).buffer)
  for (const [row, tag] of herd.animals.tags.entries()) {
    const heard = new Set(
      (rows.get(tag ?? '') ?? []).map(({ at }) => Math.floor((Number(at) - herd.from) / (5 * minuteMs))),
    )
    const steps = [...pens.subarray(row * herd.steps, (row + 1) * herd.steps)].flatMap((pen, step) =>
      pen === notHeard || pen === notThere ? [] : [step],
    )
    expect(steps).toEqual([...heard].filter((step) => step >= 0 && step < herd.steps).toSorted((a, b) => a - b))
  }
  const at = first + 10 * 60 * minuteMs
  const { animals } = await call(endpoints.replay.moment, { farmId, at })
  const last = animals.tags.map((tag) =>
    Math.max(...(rows.get(tag ?? '') ?? []).map((one) => Number(one.at)).filter((one) => one <= at)),
  )
  expect(animals.heardAt).toEqual(last)
}

test('replays 20 animals in a pen without false alarms', { tag: '@long' }, async () => {
  await expectPennedHerd(await madeHerd())
})

test('raises hundreds of alerts for the same animals without a buffer', { tag: '@long' }, async () => {
  const { args } = await madeHerd()
  const { summary } = await replay([
    ...args,
    '--exit',
    '--rule',
    'LEFT_PEN.bufferMetres=0',
    '--rule',
    'LEFT_PEN.raiseDelayMinutes=0',
  ])
  expect(summary.alerts['LEFT_PEN']).toBeGreaterThan(200)
})

async function signInParties(url: string): Promise<PartyCalls> {
  const [pm, supervisor, bank, borrower] = await Promise.all(
    (['pm', 'supervisor', 'bank', 'borrower'] as const).map((name) => signIn(url, name, 'Demo2026')),
  )
  if (!pm || !supervisor || !bank || !borrower) throw new Error('nobody signed in')
  return { pm, supervisor, bank, borrower }
}

test('raises and clears one alert for each trouble of a herd', { tag: '@long' }, async () => {
  const recording = recordTroubles()
  const { from, to } = readRecording(recording.tracks, [0, 0])
  const before = await replay(await write(recordArrival(recording)))
  const remedies = await pledgeTroubles(
    await signInParties(before.url),
    before.summary.farmId,
    new Date(to).toISOString().slice(0, 10),
  )
  await end(before.child)

  const {
    summary: { farmId },
    url,
    child,
  } = await replay(await write(recording))
  const calls = await signInParties(url)
  const { list } = await calls.pm(endpoints.alerts.list, { farmId, pageSize: 100 })
  const animals = new Map(
    (await calls.pm(endpoints.animals.list, { farmId, pageSize: 100 })).list.map(({ id, visualTag }) => [
      id,
      visualTag,
    ]),
  )
  const nameOf = ({ animalId, subjectType, subjectName }: (typeof list)[number]) =>
    animalId !== null ? (animals.get(animalId) ?? '') : subjectType === 'PEN' ? subjectName : null
  expect(list.map((alert) => String([alert.kind, nameOf(alert)])).toSorted()).toEqual(
    troubleAlerts.map(String).toSorted(),
  )

  const hourOf = (instant: string | null) => Math.round((Date.parse(instant ?? '') - from) / (6 * minuteMs)) / 10
  for (const [kind, hours] of Object.entries(troubleHours)) {
    const found = list.find((alert) => alert.kind === kind)
    expect(
      [found?.raisedAt, found?.clearedAt].map((instant) => hourOf(instant ?? null)),
      kind,
    ).toEqual(hours)
  }
  const active = async () =>
    (await calls.pm(endpoints.alerts.list, { farmId, state: 'ACTIVE', pageSize: 100 })).list
      .map(({ kind }) => kind)
      .toSorted()
  let open: string[] = await active()
  for (const [kind, remedy] of Object.entries(remedies)) {
    expect(open).toContain(kind)
    await remedy(calls)
    open = open.filter((other) => other !== kind)
    await expect.poll(active, kind).toEqual(open)
  }
  await end(child)
})

/** Replays the impossible positions of real collars: no animal stands there, and each rejected position is counted. */
async function expectDirtyCollars(args: string[]): Promise<void> {
  const { tracks, from, to } = readRecording(readFileSync(args[1] ?? '', 'utf8'), [0, 0])
  const { summary, url, child } = await replay(args)
  expect(summary.readings).toBe(tracks.length)
  expect(summary.rejected).toBeGreaterThan(100)
  const call = await signIn(url, 'pm', 'Demo2026')
  const { list } = await call(endpoints.neckbands.list, { pageSize: 1000 })
  expect(list).toHaveLength(new Set(tracks.map(({ id }) => id)).size)
  for (const { longitude, latitude } of list) {
    if (longitude === null || latitude === null) continue
    expect(Math.abs(latitude)).toBeLessThan(90)
    expect(Math.hypot(longitude, latitude - 1)).toBeGreaterThan(0.01)
    expect(Math.hypot(longitude, latitude)).toBeGreaterThan(0.01)
  }
  const { totals } = await call(endpoints.ingest.summary, { from: from - minuteMs, to: to + minuteMs })
  expect(totals['BAD_POSITION']).toBe(summary.rejected)
  await end(child)
}

test('rejects and counts impossible positions of collars', { tag: '@long' }, async () => {
  await expectDirtyCollars(await write(recordDirtyCollars()))
})

if (real !== undefined) {
  test('replays 20 real steers without false alarms', { tag: '@long' }, async () => {
    await expectPennedHerd(realSteers(real))
  })

  test('rejects and counts impossible positions of real collars', { tag: '@long' }, async () => {
    const [head, ...rows] = readFileSync(join(real, 'andalusia-collars/all_gps_2022_02.csv'), 'utf8').split('\n')
    const first = rows.filter((row) => /2022-02-0[1-4]/.test(row))
    expect(first.length).toBeGreaterThan(1000)
    await expectDirtyCollars(await write({ tracks: [head, ...first, ''].join('\n'), fences: '' }))
  })
}
