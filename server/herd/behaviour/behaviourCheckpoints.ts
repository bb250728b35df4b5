import { setTimeout as sleep } from 'node:timers/promises'
import { machineSpan } from '../../clock.ts'
import type { Sql } from '../../db/connect.ts'
import { type StoredBehaviour, readBehaviour, saveBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'
import type { Herd } from '../herd.ts'
import { changes } from './behaviour.ts'

/** Interval between saves, ms of machine time: the data covers hours and days, and nearly all of it changes with each reading. */
const intervalMs = 5 * 60_000
const batchSize = 500
const pauseMs = 50

/** Maximum age of restored movement data relative to the last reading, ms; older data says nothing about movement. */
const maxStaleMs = 2 * intervalMs

/**
 * Saves the neckbands' behaviour over hours and days. Unrepeatable reports are saved with each checkpoint; a crash loses a few minutes of the rest.
 */
export class BehaviourCheckpoints {
  private readonly sql: Sql
  private readonly herd: Herd
  private savedAt = machineSpan()

  constructor(sql: Sql, herd: Herd) {
    this.sql = sql
    this.herd = herd
  }

  /** Restores saved behaviour, except where the neckband was paired later than it. */
  async restore(): Promise<void> {
    for (const stored of await readBehaviour(this.sql)) {
      const device = this.herd.registry.deviceOfNeckband.get(stored.neckbandId)
      if (!device || device.herd.columns.isBeforePairing(device.slot, stored.motionToldAt ?? Number.NaN)) continue
      const {
        slot,
        herd: { columns },
      } = device
      columns.behaviour.restore(slot, stored)
      // The end of a stillness would have been saved, so the stillness lasted as long as readings arrived.
      const motionReportedAt = columns.behaviour.motionToldAt
      const heardAt = columns.heardAt[slot] as number
      if (heardAt > (motionReportedAt[slot] as number) && heardAt - (motionReportedAt[slot] as number) <= maxStaleMs)
        motionReportedAt[slot] = heardAt
    }
  }

  /** Saves the changes, when due or at the end. Throws when the database cannot take them; they stay unsaved. */
  async save(isLast: boolean): Promise<void> {
    if (!isLast && machineSpan() - this.savedAt < intervalMs) return
    this.savedAt = machineSpan()
    await this.write(this.drainUnsaved(changes.some), isLast)
  }

  /** Takes the unsaved unrepeatable reports. @returns a function that saves them and throws like `save` */
  drainUnrepeatable(): (isLast: boolean) => Promise<void> {
    const states = this.drainUnsaved(changes.unrepeatable)
    return (isLast) => this.write(states, isLast)
  }

  private async write(kept: readonly StoredBehaviour[], isLast: boolean): Promise<void> {
    for (let from = 0; from < kept.length; from += batchSize) {
      try {
        await saveBehaviour(this.sql, kept.slice(from, from + batchSize))
      } catch (error) {
        for (const { neckbandId } of kept.slice(from)) {
          const device = this.herd.registry.deviceOfNeckband.get(neckbandId)
          device?.herd.columns.behaviour.noteUnsaved(device.slot)
        }
        throw error
      }
      if (!isLast) await sleep(pauseMs)
    }
  }

  private drainUnsaved(least: number): StoredBehaviour[] {
    return [...this.herd.registry.farms.values()].flatMap(({ columns }) =>
      columns.behaviour.drainUnsaved(least).flatMap((slot) => {
        const neckbandId = columns.slots[slot]?.neckbandId
        return neckbandId == null ? [] : [columns.behaviour.toStored(slot, neckbandId)]
      }),
    )
  }
}
