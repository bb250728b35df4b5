import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn } from './calls.ts'
import { toMessages, type SentReading } from './herd/message.ts'
import { openParentClock, runUnder, type ParentClock } from './parentClock.ts'
import { openPublisher, type Publisher } from './publish.ts'
import { toBatches } from './recording/batches.ts'
import { readOptions, type ReplayOptions } from './recording/options.ts'
import { assignPens, deriveStage } from './recording/stage.ts'
import { makeStageRecords, neckbandOf, type StageRecords } from './recording/stageRecords.ts'
import { readRecording, type Recording, type Track } from './recording/tracks.ts'

/**
 * Replays a recorded herd in a process of its own, under the parent's clock. It reads the recording, reports its period, creates its farm by calls,
 * and publishes each row as recorded. DROVER_URL and MQTT_URL are the server's addresses.
 */
async function replay(clock: ParentClock): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const recording = await readTracks(options)
  const fences = options.fences === null ? null : await read(options.fences, '--fences')
  const frame = { isMetres: recording.columns.isMetres, origin: options.origin }
  const stage = deriveStage(fences, recording.tracks, frame)
  const penOf = assignPens(recording.tracks, stage.pens)

  const start = clock.receive('start')
  await clock.send({ type: 'recording', from: recording.from, to: recording.to, readings: recording.tracks.length })
  const { borrowerOrgIds } = await start

  const { DROVER_URL = '', MQTT_URL = '', DROVER_USER = 'pm', DROVER_PASSWORD = 'Demo2026' } = process.env
  const call = await signIn(DROVER_URL, DROVER_USER, DROVER_PASSWORD)
  const publisher = await openPublisher(MQTT_URL)
  const records = await makeStageRecords(call, options.farm, stage, penOf, borrowerOrgIds[0] ?? null)

  for (const [kind, parameters] of options.rules) {
    await call(endpoints.alertRules.addOrEdit, { kind, farmId: records.farmId, parameters })
  }

  if (options.speed === 'max') await atMaximum(clock, publisher, recording, records)
  else await atSpeed(clock, publisher, recording, records, options.speed)
  await publisher.close()
  await clock.send({ type: 'replayed', readings: recording.tracks.length, farmId: records.farmId })
}

/** Moves the clock to the last instant of each batch and waits until the batch is stored. */
async function atMaximum(
  clock: ParentClock,
  publisher: Publisher,
  { tracks, from, to }: Recording,
  records: StageRecords,
): Promise<void> {
  for (const batch of toBatches(tracks, from, to)) {
    await clock.moveTo(batch.at)
    await publisher.publishAll(messagesOf(batch.tracks, batch.at, records))
  }
}

const paceMs = 250

/** Releases the parent's clock and sends due rows several times a second. */
async function atSpeed(
  clock: ParentClock,
  publisher: Publisher,
  { tracks, from, to }: Recording,
  records: StageRecords,
  speed: number,
): Promise<void> {
  const released = clock.receive('released')
  await clock.send({ type: 'release', speed })
  await released
  const begun = performance.now()
  let next = 0
  while (next < tracks.length) {
    const now = from + (performance.now() - begun) * speed
    const first = next
    while (next < tracks.length && isDue(tracks[next], now, to)) next += 1
    await publisher.publishAll(messagesOf(tracks.slice(first, next), now, records))
    await wait(paceMs)
  }
}

/** A row with an impossible time is due at once, so that it delays nothing. */
function isDue(track: Track | undefined, now: number, to: number): boolean {
  return typeof track?.at !== 'number' || track.at <= now || track.at > to
}

function messagesOf(tracks: readonly Track[], at: number, { gateway, neckbands }: StageRecords) {
  const readings = tracks.map(({ id, at, longitude, latitude, signs }): SentReading => ({
    neckband: neckbands.get(id) ?? (id === '' ? '' : neckbandOf(id)),
    at,
    ...(longitude !== null && { longitude }),
    ...(latitude !== null && { latitude }),
    ...signs,
  }))
  return toMessages(gateway, at, readings)
}

async function readTracks({ tracks, origin, columns }: ReplayOptions): Promise<Recording> {
  return readRecording(await read(tracks, '--tracks'), origin, columns)
}

async function read(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new Error(`${option} ${path}: can't be read`)
  }
}

if (process.send) process.on('SIGINT', () => {})
const clock = openParentClock()
await runUnder(clock, () => replay(clock))
