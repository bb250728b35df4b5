import type { Sql } from '../../db/connect.ts'
import { readWalls, savePainted, type WallRow } from '../../db/walls.ts'

/** Interval at which reports of walls are saved and walls are read again, ms of machine time. */
export const wallIntervalMs = 2000

/** A wall, and since when its silence counts, herd time (epoch ms): not while herd time runs faster than real time. */
export interface WallRecord extends WallRow {
  countsFromAt: number
}

/** The walls that show the monitor, and when each last painted. */
export class Walls {
  private readonly rows = new Map<number, WallRow>()
  /** Unsaved reports of walls; null: the wall shows something else now. */
  private said = new Map<number, number | null>()
  private countsFromAt = Number.NaN

  /** Records that a wall has painted (herd time, epoch ms); null: it now shows something else. */
  note(id: number, at: number | null): void {
    this.said.set(id, at)
    const row = this.rows.get(id)
    if (at === null) this.rows.delete(id)
    else if (row) row.paintedAt = Math.max(row.paintedAt, at)
  }

  /** Records the speed of herd time relative to machine time. No wall can keep up with a faster herd time. */
  reportSpeed(now: number, speed: number): void {
    if (speed > 1) this.countsFromAt = now
  }

  get(id: number): WallRow | undefined {
    return this.rows.get(id)
  }

  /** Returns the walls whose alerts belong to a farm. */
  of(farmId: number): WallRecord[] {
    const { countsFromAt } = this
    return [...this.rows.values()].filter((row) => row.farmId === farmId).map((row) => ({ ...row, countsFromAt }))
  }

  /** Saves the reports, then reads the walls again, with those newly paired, renamed or removed. */
  async sync(sql: Sql): Promise<void> {
    const reports = this.said
    this.said = new Map()
    try {
      if (reports.size > 0)
        await savePainted(
          sql,
          [...reports].map(([id, at]) => ({ id, at })),
        )
    } catch (error) {
      this.said = new Map([...reports, ...this.said])
      throw error
    }
    const rows = await readWalls(sql)
    this.rows.clear()
    for (const row of rows) {
      const since = this.said.get(row.id)
      if (since !== null) this.rows.set(row.id, { ...row, paintedAt: Math.max(row.paintedAt, since ?? row.paintedAt) })
    }
  }
}
