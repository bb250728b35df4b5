import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Reply } from '#contract/calls/endpoint.ts'

export type HeadcountHistory = Reply<typeof endpoints.headcounts.history>
export type FarmHistory = HeadcountHistory['farms'][number]

/** All farms together at one step; null when a farm measured before is missing: a gap rather than a dip. */
export interface Sample {
  at: number
  ledger: number | null
  heard: number | null
  unverified: number | null
}

/** Adds up the farms by step; steps without measurements stay gaps. */
export function addUp({ farms, stepMinutes }: HeadcountHistory): Sample[] {
  const stepMs = stepMinutes * 60_000
  const stepOf = (at: number) => Math.round(at / stepMs)
  const measured = farms.filter(({ at }) => at.length > 0)
  if (measured.length === 0) return []
  const steps = new Map<number, { farms: number; ledger: number; heard: number; unverified: number }>()
  for (const farm of measured) {
    for (const [index, at] of farm.at.entries()) {
      const step = steps.get(stepOf(at)) ?? { farms: 0, ledger: 0, heard: 0, unverified: 0 }
      step.farms++
      step.ledger += farm.ledger[index] ?? 0
      step.heard += farm.heard[index] ?? 0
      step.unverified += farm.unverified[index] ?? 0
      steps.set(stepOf(at), step)
    }
  }
  const starts = measured.map(({ at }) => stepOf(at[0] ?? 0))
  const first = Math.min(...steps.keys())
  const last = Math.max(...steps.keys())
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const step = steps.get(first + index)
    const expected = starts.filter((start) => start <= first + index).length
    const at = (first + index) * stepMs
    if (!step || step.farms < expected) return { at, ledger: null, heard: null, unverified: null }
    return { at, ledger: step.ledger, heard: step.heard, unverified: step.unverified }
  })
}

/** Returns the ledger's change since the start of the history; null when unknown. */
export function ledgerChange(samples: readonly Sample[], ledger: number): number | null {
  const before = samples.find((sample) => sample.ledger !== null)?.ledger
  return before == null ? null : ledger - before
}

/** Returns the line of a farm in a box of width × height: heard heads per ledger from `floor` to 1; gaps break the line. */
export function sparkPath(
  { at, heard, ledger }: FarmHistory,
  stepMinutes: number,
  width: number,
  height: number,
  floor = 0.6,
): string {
  const [from, to] = [at[0] ?? 0, at.at(-1) ?? 1]
  let path = ''
  for (const [index, instant] of at.entries()) {
    const share = (heard[index] ?? 0) / Math.max(1, ledger[index] ?? 1)
    const x = ((instant - from) / Math.max(1, to - from)) * width
    const y = height - ((Math.min(1, Math.max(floor, share)) - floor) / (1 - floor)) * height
    const gap = index === 0 || instant - (at[index - 1] ?? 0) > stepMinutes * 60_000 * 1.5
    path += `${gap ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return path
}
