import { endpoints } from '#contract/calls/endpoints.ts'
import { type HerdMoment, inNoPen, notHeard, type ReplayFarm } from '#contract/herd/replay.ts'
import type { CallError } from '../../../api/CallError.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import type { Heads } from './herdFrames.ts'

export interface AnimalThere {
  id: number
  tag: string
  heardAt: number | null
}

export interface MomentThere {
  /** Animals by pen id, `inNoPen` or `notHeard`: of the instant, or of the previous one while it loads; null: unknown. */
  animals: ReadonlyMap<number, AnimalThere[]> | null
  /** Exact places of the animals at the instant; null: not loaded yet. */
  places: HerdMoment['animals'] | null
  isLooking: boolean
  error: CallError | null
}

const pauseMs = 300
const secondMs = 1000

/** Loads which animals stood where at an instant (herd time, epoch ms) at which the replay is paused. */
export function useHerdMoment(farm: ReplayFarm, at: number, isPlaying: boolean): MomentThere {
  const roundedAt = Math.floor(at / secondMs) * secondMs
  const instant = Number(useDebounced(String(roundedAt), pauseMs))
  const { data, error, isPlaceholderData } = useCall(
    endpoints.replay.moment,
    { farmId: farm.id, at: instant },
    { isEnabled: !isPlaying, keepsPrevious: true, shows: inPlace },
  )
  if (isPlaying) return { animals: null, places: null, isLooking: false, error: null }
  const isLooking = instant !== roundedAt || isPlaceholderData || (!data && !error)
  return {
    animals: data ? byPen(data, at - farm.windowMinutes * 60_000) : null,
    places: data && !isLooking ? data.animals : null,
    isLooking,
    error,
  }
}

/** Groups the animals of an instant by pen; those not heard since another instant are under `notHeard`. */
function byPen({ animals: { ids, tags, penIds, heardAt } }: HerdMoment, since: number): Map<number, AnimalThere[]> {
  const pens = new Map<number, AnimalThere[]>()
  for (const [row, id] of ids.entries()) {
    const heard = heardAt[row] ?? null
    const pen = heard === null || heard <= since ? notHeard : (penIds[row] ?? inNoPen)
    const animalsInPen = pens.get(pen) ?? []
    animalsInPen.push({ id, tag: tags[row] ?? `#${id}`, heardAt: heard })
    pens.set(pen, animalsInPen)
  }
  return pens
}

/** Counts the animals of each pen. */
export const headsOf = (animals: ReadonlyMap<number, readonly AnimalThere[]>): Heads =>
  new Map([...animals].map(([pen, animalsInPen]) => [pen, animalsInPen.length]))
