import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { isOfRecords, kindsWithoutPast, type RehearsalAssumption } from '#contract/alerts/rehearsals.ts'
import { machineSpan } from '../clock.ts'
import type { ConnectOptions, Sql } from '../db/connect.ts'
import { type Past, readPast } from '../db/rehearsal/past.ts'
import { readPastOfRecords } from '../db/rehearsal/pastOfRecords.ts'
import type { Heard } from '../herd/herd.ts'
import type { RehearsalAsk, RehearsalNews } from './ask.ts'
import { judgedWith, partsFor } from './judgedKinds.ts'
import { changesOf, recordsAt } from './pastRecords.ts'
import type { Portion, ReadAhead } from './readAhead.ts'
import { RehearsedSide, outcome } from './side.ts'
import { buildRehearsalResult } from './tellResult.ts'

interface RehearsalParts {
  ask: RehearsalAsk
  sql: Sql
  target: ConnectOptions['target']
  onShare: (share: number) => void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Interval of ticks in herd time: with readings, and by records only. */
const tickMs = minuteMs
const recordsTickMs = 5 * minuteMs
/** Minimum time between two rebuilds of past records, ms of herd time. */
const minRebuildMs = 5 * minuteMs
/** Time before the span that is also evaluated, so that silences at its start are known, ms. */
const leadMs = 24 * hourMs
const maxAlerts = 300_000

/** Replays the past to two engines, with the current and the proposed rules, and returns the difference. */
export async function rehearse(parts: RehearsalParts): Promise<RehearsalNews> {
  const { kind } = parts.ask
  if (kindsWithoutPast.some((one) => one === kind)) return { failure: 'NOT_OF_READINGS' }
  return isOfRecords(kind) ? rehearseRecords(parts) : rehearseReadings(parts)
}

const ofReadings: readonly RehearsalAssumption[] = [
  'JUDGED_EACH_MINUTE',
  'READINGS_IN_TIME',
  'PLACES_AS_NOW',
  'GATEWAYS_BY_READINGS',
]
const ofRecords: readonly RehearsalAssumption[] = ['JUDGED_EACH_FIVE_MINUTES', 'RECORDS_AS_ENTERED']

/** Rehearses a kind that depends on records only: without readings, with the records of that time. */
async function rehearseRecords({ ask, sql, onShare }: RehearsalParts): Promise<RehearsalNews> {
  const began = machineSpan()
  const { kind, farmIds, from, to } = ask
  const start = from - leadMs
  const past = await readPastOfRecords(sql, kind, { farmIds, from: start, to, stepMs: recordsTickMs }, (share) =>
    onShare(share / 2),
  )
  await sql.end()
  const judged = new Set([kind])
  const sides = [new RehearsedSide(ask.today, judged, []), new RehearsedSide(ask.rehearsed, judged, [])] as const
  const play = new Playback(sides, past, start, to, recordsTickMs)
  await play.until(to, () => onShare(Math.min(0.99, 0.5 + (play.now - start) / (to - start) / 2)))
  return {
    result: buildRehearsalResult({
      ask,
      span: { from, to },
      assumptions: ofRecords,
      farms: past.records.farms,
      sides: [sides[0].recorder.alerts, sides[1].recorder.alerts],
      animals: 0,
      readings: 0,
      tookMs: Math.round(machineSpan() - began),
    }),
  }
}

async function rehearseReadings({ ask, sql, target, onShare }: RehearsalParts): Promise<RehearsalNews> {
  const began = machineSpan()
  const { kind, farmIds, from, to } = ask
  const past = await readPast(sql, farmIds, from - leadMs, to)
  await sql.end()
  if (past.readFrom === null) return { failure: 'NO_READINGS' }
  const judged = judgedWith(kind)
  const asItIs = new RehearsedSide(ask.today, judged, past.permits)
  const sides = [asItIs, new RehearsedSide(ask.rehearsed, judged, past.permits, asItIs)] as const
  const neckbandIds = [...new Set(past.pairings.map(({ neckbandId }) => neckbandId))]
  const play = new Playback(sides, past, past.readFrom, to, tickMs)
  const started = Math.max(past.readFrom, from - leadMs)
  for await (const portion of portions({ target, neckbandIds, parts: partsFor(judged), from: past.readFrom, to })) {
    const isMany = await play.take(portion, () => onShare(Math.min(0.99, (play.now - started) / (to - started))))
    if (isMany) return { failure: 'TOO_MANY_ALERTS' }
  }
  await play.until(to)
  const span = { from: Math.max(from, past.readFrom), to }
  const assumptions = span.from > from ? ([...ofReadings, 'FEWER_DAYS'] as const) : ofReadings
  return {
    result: buildRehearsalResult({
      ask,
      span,
      assumptions,
      farms: past.records.farms,
      sides: [sides[0].recorder.alerts, sides[1].recorder.alerts],
      animals: play.maxHeads,
      readings: play.readings,
      tookMs: Math.round(machineSpan() - began),
    }),
  }
}

/** @param stored 1, 0, or NaN when not sent */
const flagOf = (stored: number) => (Number.isNaN(stored) ? null : stored === 1)

/** Yields the portions that a separate thread reads, in time order. */
async function* portions(what: ReadAhead): AsyncGenerator<Portion> {
  const worker = new Worker(new URL('./readAhead.ts', import.meta.url), { workerData: what })
  const come: Portion[] = []
  let end: { error: Error | null } | null = null
  let wake = () => {}
  worker.on('message', (portion: Portion) => {
    come.push(portion)
    wake()
  })
  worker.on('error', (error: Error) => {
    end = { error }
    wake()
  })
  worker.on('exit', () => {
    end ??= { error: null }
    wake()
  })
  for (;;) {
    const portion = come.shift()
    if (portion) {
      worker.postMessage('taken', [])
      yield portion
      continue
    }
    const over = end as { error: Error | null } | null
    if (over?.error) throw over.error
    if (over) return
    await new Promise<void>((resolve) => (wake = resolve))
  }
}

/** Advances herd time through readings, records and ticks in order. */
class Playback {
  now: number
  readings = 0
  maxHeads = 0
  /** The first side applies readings for both. */
  private readonly sides: readonly [RehearsedSide, RehearsedSide]
  private readonly past: Past
  private readonly changes: readonly number[]
  private nextChange = 0
  private laidOutAt = Number.NEGATIVE_INFINITY
  /** Number of breaks that have started. */
  private breaksBegun = 0
  private readonly tickMs: number

  /** @param from instants epoch ms */
  constructor(sides: Playback['sides'], past: Past, from: number, to: number, tickMs: number) {
    this.tickMs = tickMs
    this.sides = sides
    this.past = past
    this.changes = changesOf(past).filter((at) => at > from && at < to)
    this.now = Math.floor(from / tickMs) * tickMs
    for (const side of sides) side.listen(from, [])
    this.layOut(from)
  }

  private layOut(at: number): void {
    const records = recordsAt(this.past, at)
    for (const side of this.sides) side.layOut(records)
    this.maxHeads = Math.max(this.maxHeads, this.sides[0]?.heads ?? 0)
    this.laidOutAt = at
  }

  /** Evaluates a portion. @returns whether there are too many alerts to report */
  async take(portion: Portion, onHour: () => void): Promise<boolean> {
    const { count, order, at, neckbandIds, gatewayIds, values } = portion
    const {
      longitude,
      latitude,
      accuracy_m: accuracy,
      rssi,
      battery,
      temperature_c: temperature,
      moving,
      activity,
      tamper,
    } = values
    const reading: Heard = {
      at: 0,
      longitude: Number.NaN,
      latitude: Number.NaN,
      accuracyM: Number.NaN,
      rssi: Number.NaN,
      battery: Number.NaN,
      temperatureC: Number.NaN,
      moving: null,
      activity: Number.NaN,
      tamper: null,
    }
    const [first, other] = this.sides
    for (let place = 0; place < count; place++) {
      const row = order[place] as number
      const time = at[row] as number
      if (time >= this.now + this.tickMs) {
        await this.until(time, onHour)
        if (first.recorder.alerts.length > maxAlerts || other.recorder.alerts.length > maxAlerts) return true
      }
      reading.at = time
      // A part that was not read stays unknown in the object.
      if (longitude !== undefined && latitude !== undefined && accuracy !== undefined) {
        reading.longitude = longitude[row] as number
        reading.latitude = latitude[row] as number
        reading.accuracyM = accuracy[row] as number
      }
      if (rssi !== undefined) reading.rssi = rssi[row] as number
      if (battery !== undefined) reading.battery = battery[row] as number
      if (temperature !== undefined) reading.temperatureC = temperature[row] as number
      if (activity !== undefined && moving !== undefined) {
        reading.activity = activity[row] as number
        reading.moving = flagOf(moving[row] as number)
      }
      if (tamper !== undefined) reading.tamper = flagOf(tamper[row] as number)
      const neckbandId = neckbandIds[row] as number
      const came = first.hear(neckbandId, gatewayIds[row] as number, reading)
      if (came === outcome.notWorn) continue
      this.readings++
      other.judge(neckbandId, came === outcome.placed, time)
    }
    return false
  }

  /** Runs the ticks up to an instant. Skips ticks while the server was stopped; listening starts again afterwards. */
  async until(at: number, onHour: () => void = () => {}): Promise<void> {
    const { tickMs } = this
    while (this.now + tickMs <= at) {
      this.now += tickMs
      const { now } = this
      if ((this.changes[this.nextChange] ?? Infinity) <= now && now - this.laidOutAt >= minRebuildMs) {
        while ((this.changes[this.nextChange] ?? Infinity) <= now) this.nextChange++
        this.layOut(now)
      }
      const begun = this.past.breaks.filter(({ fromAt }) => fromAt <= now)
      const ofAll = begun.findLast(({ sparedFarmIds = [] }) => sparedFarmIds.length === 0)
      if (ofAll && ofAll.toAt > now) continue
      if (begun.length > this.breaksBegun) for (const side of this.sides) side.listen(ofAll?.toAt, begun)
      this.breaksBegun = begun.length
      for (const side of this.sides) await side.tick(now)
      if (now % hourMs !== 0) continue
      onHour()
      // Yields to other work of this process: messages from the thread, and the end.
      await nextTurn()
    }
  }
}
