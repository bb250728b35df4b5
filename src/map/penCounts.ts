import { flags } from '#contract/live/frames.ts'
import type { HerdColumns } from '../store/herd/herdColumns.ts'

export interface PenCount {
  /** Animals that are kept in it: its part of the ledger, whether they were ever heard or not. */
  ledger: number
  /** Of them, those that were heard and have not left it. */
  present: number
  unverified: number
  unaccounted: number
}

/** Heads by the pen that they are kept in, judged by the server's own marks, so that pen and farm never disagree. */
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
