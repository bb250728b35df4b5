import { setTimeout as sleep } from 'node:timers/promises'
import { machineSpan } from '../../clock.ts'
import type { Sql } from '../../db/connect.ts'
import { type KeptBehaviour, readBehaviour, saveBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'
import type { Herd } from '../herd.ts'

/** How often it is kept, ms of machine time: it is of hours and days, and nearly all of it changes with each reading. */
const everyMs = 5 * 60_000
const portionSize = 500
const pauseMs = 50

/** Keeps how neckbands behave over hours and days. What is lost with a kill is of a few minutes. */
export class BehaviourCheckpoints {
  private readonly sql: Sql
  private readonly herd: Herd
  private savedAt = machineSpan()

  constructor(sql: Sql, herd: Herd) {
    this.sql = sql
    this.herd = herd
  }

  /** Puts back what was kept, of the animals that wear a neckband since before. */
  async restore(): Promise<void> {
    for (const kept of await readBehaviour(this.sql)) {
      const device = this.herd.registry.deviceOfNeckband.get(kept.neckbandId)
      if (!device || device.herd.columns.isBeforePairing(device.slot, kept.motionToldAt ?? Number.NaN)) continue
      device.herd.columns.behaviour.restore(device.slot, kept)
    }
  }

  /** Keeps what changed, when it is time for it or at the end. Throws when the database can't take it: it stays to be kept. */
  async save(isLast: boolean): Promise<void> {
    if (!isLast && machineSpan() - this.savedAt < everyMs) return
    this.savedAt = machineSpan()
    const kept = this.takeUnsaved()
    for (let from = 0; from < kept.length; from += portionSize) {
      try {
        await saveBehaviour(this.sql, kept.slice(from, from + portionSize))
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

  private takeUnsaved(): KeptBehaviour[] {
    return [...this.herd.registry.farms.values()].flatMap(({ columns }) =>
      columns.behaviour.takeUnsaved().flatMap((slot) => {
        const neckbandId = columns.slots[slot]?.neckbandId
        return neckbandId == null ? [] : [columns.behaviour.keep(slot, neckbandId)]
      }),
    )
  }
}
