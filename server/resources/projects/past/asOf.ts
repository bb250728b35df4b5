/** A moment on two axes, epoch ms. */
export interface AsOf {
  happened: number
  recorded: number
}

/** The moment that a call asks for; null: now. */
export function momentOf({ happened, recorded }: { happened?: number | undefined; recorded?: number | undefined }, now: number): AsOf | null {
  if (happened === undefined && recorded === undefined) return null
  const known = Math.min(recorded ?? now, now)
  return { happened: Math.min(happened ?? known, now), recorded: known }
}
