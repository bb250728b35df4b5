import type { Sql } from '../../db/connect.ts'
import { readWalls, savePainted, type WallRow } from '../../db/walls.ts'

/** How often what walls said is kept, and what they are is read again, ms of machine time. */
export const wallsMs = 2000

/** A wall, and since when its silence counts, herd time (epoch ms): not while herd time runs ahead of the wall's own. */
export interface WallRecord extends WallRow {
  countsFromAt: number
}

/** The walls that show the monitor, and when each painted last. */
export class Walls {
  private readonly rows = new Map<number, WallRow>()
  /** Reports of walls since they were kept last; null: the wall shows something else now. */
  private said = new Map<number, number | null>()
  private countsFromAt = Number.NaN

  /** Notes that a wall has painted what it was sent, herd time (epoch ms); null: it shows something else from now on. */
  note(id: number, at: number | null): void {
    this.said.set(id, at)
    const row = this.rows.get(id)
    if (at === null) this.rows.delete(id)
    else if (row) row.paintedAt = Math.max(row.paintedAt, at)
  }

  /** Notes how fast herd time runs, ms a ms of machine time: where it runs faster no wall can keep up with it. */
  keepPace(now: number, speed: number): void {
    if (speed > 1) this.countsFromAt = now
  }

  get(id: number): WallRow | undefined {
    return this.rows.get(id)
  }

  /** The walls whose alerts belong to a farm. */
  of(farmId: number): WallRecord[] {
    const { countsFromAt } = this
    return [...this.rows.values()].filter((row) => row.farmId === farmId).map((row) => ({ ...row, countsFromAt }))
  }

  /** Keeps what was said since, and reads the walls again: one that was paired, renamed or taken away is known from then on. */
  async keep(sql: Sql): Promise<void> {
    const said = this.said
    this.said = new Map()
    try {
      if (said.size > 0) await savePainted(sql, [...said].map(([id, at]) => ({ id, at })))
    } catch (error) {
      this.said = new Map([...said, ...this.said])
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
