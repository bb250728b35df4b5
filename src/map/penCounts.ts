import { flags } from '#contract/live/frames.ts'
import type { HerdColumns } from '../store/herd/herdColumns.ts'

export interface PenCount {
  /** Animals assigned to the pen: its part of the ledger, whether ever heard or not. */
  ledger: number
  /** Assigned animals that were heard and have not left the pen. */
  present: number
  unverified: number
  unaccounted: number
}

/** Counts heads by assigned pen from the server's own marks, so that pen and farm always agree. */
export function countPens(columns: HerdColumns): Map<number, PenCount> {
  const pens = new Map<number, PenCount>()
  let penId = -1
  let pen: PenCount | undefined
  for (let slot = 0; slot < columns.count; slot++) {
    const mark = columns.flags[slot]!
    if (mark & flags.gone) continue
    if (columns.ownPenIds[slot] !== penId || !pen) {
      penId = columns.ownPenIds[slot]!
      pen = pens.get(penId)
      if (!pen) pens.set(penId, (pen = { ledger: 0, present: 0, unverified: 0, unaccounted: 0 }))
    }
    pen.ledger++
    if (mark & flags.unaccounted) pen.unaccounted++
    else if (mark & flags.unverified) pen.unverified++
    else if (!(mark & flags.outside)) pen.present++
  }
  return pens
}
