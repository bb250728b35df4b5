import { setTimeout as sleep } from 'node:timers/promises'
import { maxFutureMs } from '#contract/herd/readings.ts'
import type { Clock } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { saveGatewaysSeen } from '../db/gatewaysSeen.ts'
import { readMarks, setMarks } from '../db/marks.ts'
import { readLaterReadings, readStates, saveStates } from '../db/neckbands/neckbandStates.ts'
import { BehaviourCheckpoints } from './behaviour/behaviourCheckpoints.ts'
import type { Faults } from '../faults.ts'
import type { Herd } from './herd.ts'
import type { Listening } from './listening/listening.ts'
import type { Device } from './registry.ts'

/** Interval between checkpoints, ms of machine time. */
export const checkpointIntervalMs = 5000
/** States are written in batches with pauses, so that readings need not wait: 12,000 take about two seconds. */
const batchSize = 500
const pauseMs = 50

export interface CheckpointParts {
  sql: Sql
  clock: Clock
  faults: Pick<Faults, 'contain'>
  herd: Herd
  listening: Listening
  /** Called with each replayed reading, in order. */
  onRecall: (device: Device, isNewFix: boolean) => void
  /** Returns the herd time (epoch ms) of the oldest message that is not stored yet. */
  oldestWaitingAt: () => number | null
  /** Receives the time of the last checkpoint (herd time, epoch ms). */
  onFound?: (keptAt: number) => void
}

/** Saves the state of the neckbands, so that a start only replays the readings since. */
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

  /** Restores the state from the last checkpoint and the readings since. */
  async restore(): Promise<void> {
    const { sql, clock, faults, herd, listening, onRecall, onFound } = this.parts
    const marks = await readMarks(sql)
    for (const state of await readStates(sql)) herd.restore(state)
    await this.behaviour.restore()
    const now = clock.now()
    const checkpointAt = marks.checkpoint
    if (checkpointAt !== undefined) onFound?.(checkpointAt)
    await listening.restore(checkpointAt ?? Number.NaN, marks.listening_since ?? now)
    herd.forgetFuture(now)
    // Without a checkpoint the server was killed before its first one: replay all readings.
    await readLaterReadings(sql, checkpointAt ?? 0, now + maxFutureMs, (readings) => {
      for (const reading of readings) {
        const device = herd.registry.deviceOfNeckband.get(reading.neckbandId)
        if (!device) continue
        const gateway = herd.registry.gateways.get(reading.gatewayId)
        const number = (value: number | null) => value ?? Number.NaN
        const heard = {
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
        }
        if (gateway && !(reading.at <= gateway.heardAt)) gateway.heardAt = Math.min(reading.at, now)
        // A reading that makes our own code throw must not prevent every start.
        faults.contain('reading', () => onRecall(device, herd.hear(device, gateway, heard)), {
          neckbandId: reading.neckbandId,
        })
      }
    })
  }

  /** Saves the changes since the last call; concurrent calls share one run. Throws when the database cannot take them; they stay unsaved. */
  save(): Promise<void> {
    this.saving ??= this.write().finally(() => {
      this.saving = null
    })
    return this.saving
  }

  /** Saves the remaining changes before the server ends, without pauses. */
  async saveLast(): Promise<void> {
    this.isLast = true
    await this.saving?.catch(() => {})
    await this.save()
  }

  private async write(): Promise<void> {
    const { sql, clock, herd, listening, oldestWaitingAt } = this.parts
    const now = clock.now()
    const upTo = Math.min(oldestWaitingAt() ?? now, now)
    const states = herd.drainUnsaved(now)
    const saveTold = this.behaviour.drainUnrepeatable()
    const gateways = [...herd.registry.gateways.values()].filter(
      ({ id, heardAt }) => !Number.isNaN(heardAt) && this.savedGateways.get(id) !== heardAt,
    )
    const seen = gateways.map(({ id, heardAt }) => ({ id, heardAt }))
    try {
      // Before the states: a start does not replay the readings that the states include.
      await saveTold(this.isLast)
      for (let from = 0; from < states.length; from += batchSize) {
        await saveStates(sql, states.slice(from, from + batchSize))
        if (!this.isLast) await sleep(pauseMs)
      }
      await listening.save()
      await sql.begin(async (transaction) => {
        if (seen.length > 0) await saveGatewaysSeen(transaction, seen)
        // The mark is written last: until then, a start replays from the previous one.
        await setMarks(transaction, { checkpoint: upTo, listening_since: herd.listeningSinceAt })
      })
      for (const { id, heardAt } of seen) this.savedGateways.set(id, heardAt)
    } catch (error) {
      herd.noteUnsaved(states)
      throw error
    }
    await this.behaviour.save(this.isLast)
  }
}
