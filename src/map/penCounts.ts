import { flags } from '#contract/live/frames.ts'
import type { HerdColumns } from '../store/herd/herdColumns.ts'

export interface PenCount {
  /** Animals whose pen this is. */
  expected: number
  heard: number
  unverified: number
  unaccounted: number
}

/** Heads by pen, judged by the server's own marks, so that pen and farm never disagree. */
export function countPens(columns: HerdColumns): Map<number, PenCount> {
  const pens = new Map<number, PenCount>()
  let penId = -1
  let pen: PenCount | undefined
  for (let slot = 0; slot < columns.count; slot++) {
    const mark = columns.flags[slot]!
    if (mark & flags.gone) continue
    if (columns.penIds[slot] !== penId || !pen) {
      penId = columns.penIds[slot]!
      pen = pens.get(penId)
      if (!pen) pens.set(penId, (pen = { expected: 0, heard: 0, unverified: 0, unaccounted: 0 }))
    }
    pen.expected++
    if (mark & flags.unaccounted) pen.unaccounted++
    else if (mark & flags.unverified) pen.unverified++
    else pen.heard++
  }
  return pens
}
