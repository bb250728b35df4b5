import { setTimeout as sleep } from 'node:timers/promises'
import { maxFutureMs } from '#contract/herd/readings.ts'
import type { Clock } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { saveGatewaysSeen } from '../db/gatewaysSeen.ts'
import { readMarks, setMarks } from '../db/marks.ts'
import { readingsSince, readStates, saveStates } from '../db/neckbands/neckbandStates.ts'
import { BehaviourCheckpoints } from './behaviour/behaviourCheckpoints.ts'
import type { Herd } from './herd.ts'
import type { Listening } from './listening/listening.ts'
import type { Device } from './registry.ts'

/** How often what is known is kept, ms of machine time. */
export const checkpointMs = 5000
/** States are written in portions with a pause after each, so that nobody waits for them: 12,000 take about two seconds. */
const portionSize = 500
const pauseMs = 50

export interface CheckpointParts {
  sql: Sql
  clock: Clock
  herd: Herd
  listening: Listening
  /** Called with each reading that was read again, in their order. */
  onRecall: (device: Device, isNewFix: boolean) => void
  /** Herd time (epoch ms) of the oldest message that is not stored yet. */
  oldestWaitingAt: () => number | null
  /** Told when the last checkpoint was made, herd time (epoch ms). */
  onFound?: (keptAt: number) => void
}

/** Keeps what is known of the neckbands, so that a start has to read only the readings since. */
export class Checkpoints {
  private readonly parts: CheckpointParts
  private readonly behaviour: BehaviourCheckpoints
  private savedGateways = new Map<number, number>()
  private saving: Promise<void> | null = null
  private isLast = false

  constructor(parts: CheckpointParts) {
    this.parts = parts
    this.behaviour = new BehaviourCheckpoints(parts.sql, parts.herd)
  }

  /** Puts back what was known when the server ended, from the last checkpoint and the readings since. */
  async restore(): Promise<void> {
    const { sql, clock, herd, listening, onRecall, onFound } = this.parts
    const marks = await readMarks(sql)
    for (const kept of await readStates(sql)) herd.restore(kept)
    await this.behaviour.restore()
    const now = clock.now()
    const keptAt = marks.checkpoint
    if (keptAt !== undefined) onFound?.(keptAt)
    await listening.restore(keptAt ?? Number.NaN, marks.listening_since ?? now)
    herd.forgetFuture(now)
    // Killed before the first checkpoint of all: everything there is has come since.
    for await (const readings of readingsSince(sql, keptAt ?? 0, now + maxFutureMs)) {
      for (const reading of readings) {
        const device = herd.registry.deviceOfNeckband.get(reading.neckbandId)
        if (!device) continue
        const gateway = herd.registry.gateways.get(reading.gatewayId)
        const number = (value: number | null) => value ?? Number.NaN
        const isNewFix = herd.hear(device, gateway, {
          at: reading.at,
          longitude: number(reading.longitude),
          latitude: number(reading.latitude),
          accuracyM: number(reading.accuracyM),
          rssi: number(reading.rssi),
          battery: number(reading.battery),
          temperatureC: number(reading.temperatureC),
          activity: number(reading.activity),
          moving: reading.moving,
          tamper: reading.tamper,
        })
        if (gateway && !(reading.at <= gateway.lastSeenAt)) gateway.lastSeenAt = Math.min(reading.at, now)
        onRecall(device, isNewFix)
      }
    }
  }

  /** Keeps what changed since the last call; one at a time. Throws when the database can't take it: it stays to be kept. */
  save(): Promise<void> {
    this.saving ??= this.write().finally(() => {
      this.saving = null
    })
    return this.saving
  }

  /** Keeps the rest before the server ends, without a pause. */
  async saveLast(): Promise<void> {
    this.isLast = true
    await this.saving?.catch(() => {})
    await this.save()
  }

  private async write(): Promise<void> {
    const { sql, clock, herd, listening, oldestWaitingAt } = this.parts
    const now = clock.now()
    const upTo = Math.min(oldestWaitingAt() ?? now, now)
    const states = herd.takeUnsaved(now)
    const saveTold = this.behaviour.takeTold()
    const gateways = [...herd.registry.gateways.values()].filter(
      ({ id, lastSeenAt }) => !Number.isNaN(lastSeenAt) && this.savedGateways.get(id) !== lastSeenAt,
    )
    const seen = gateways.map(({ id, lastSeenAt }) => ({ id, lastSeenAt }))
    try {
      // Before the states: what these have heard no start takes in again.
      await saveTold(this.isLast)
      for (let from = 0; from < states.length; from += portionSize) {
        await saveStates(sql, states.slice(from, from + portionSize))
        if (!this.isLast) await sleep(pauseMs)
      }
      await listening.save()
      await sql.begin(async (transaction) => {
        if (seen.length > 0) await saveGatewaysSeen(transaction, seen)
        // The mark comes last: until then, a start reads the readings since the one before again.
        await setMarks(transaction, { checkpoint: upTo, listening_since: herd.listeningSinceAt })
      })
      for (const { id, lastSeenAt } of seen) this.savedGateways.set(id, lastSeenAt)
    } catch (error) {
      herd.noteUnsaved(states)
      throw error
    }
    await this.behaviour.save(this.isLast)
  }
}
