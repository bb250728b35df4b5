import { chance, hash, shuffled } from './random.ts'
import type { HerdScene, SceneAnimal, SceneFarm, SceneGateway } from './scene.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How often things go wrong on the farms of a scene. */
export interface TroubleLevel {
  /** Neckbands whose battery drains and is charged again, that are lost for weeks, and that are silent for hours. */
  dying: number
  lost: number
  absent: number
  /** In each period of this length one animal leaves its pen. */
  leaveIntervalMs: number
  /** The first gateways of the scene's farms that are old: how many farms have one, and how many days lie between its failures. */
  oldGateways: number
  failureDays: number
  /** Periods in which a farm, by index, is cut off. Absent: one farm a month, by chance. */
  outages?: readonly { farm: number; from: number; to: number }[]
}

/** Tuned to the display of a wall on an ordinary day. */
export const ordinaryTroubles: TroubleLevel = {
  dying: 14,
  lost: 32,
  absent: 24,
  leaveIntervalMs: 2.5 * hourMs,
  oldGateways: Infinity,
  failureDays: 1,
}

/** Longer than any walk outside. */
const maxLeaveMs = 30 * minuteMs

/** An animal that leaves its pen and is driven back. */
export interface Leave {
  animal: SceneAnimal
  from: number
  /** Maximum distance beyond the fence, metres. */
  reachMetres: number
  /** Time it stays outside. */
  stayMs: number
  /** Direction in which it drifts while walking away: -1 to 1. */
  drift: number
}

/** Troubles of a herd, computed from the instant alone, so that history and live data agree. */
export interface Troubles {
  /** Percent. */
  battery(animal: SceneAnimal, at: number): number
  /** Whether the neckband sends nothing: for hours, or until it is found. */
  isSilent(animal: SceneAnimal, at: number): boolean
  /** Whether the gateway hears nothing: it failed, or its whole farm is cut off. */
  isDown(gateway: SceneGateway, at: number): boolean
  isCutOff(farm: SceneFarm, at: number): boolean
  /** The latest walk outside that may still be going on. */
  leave(at: number): Leave | null
}

export function createTroubles(
  scene: HerdScene,
  forcedLeaves: readonly { at: number; animal: number }[] = [],
  level: TroubleLevel = ordinaryTroubles,
): Troubles {
  const { seed } = scene
  const { dying, lost, absent, leaveIntervalMs, oldGateways, failureDays, outages } = level
  const order = shuffled(scene.animals.length, seed)
  /** Position of each animal in the order that distributes weaknesses. */
  const ranks = new Uint32Array(scene.animals.length)
  order.forEach((animal, rank) => (ranks[animal] = rank))
  const rankOf = (animal: SceneAnimal) => ranks[animal.index] ?? 0

  /** One gateway of each farm is old and fails once a day. No other gateway covers its pen. */
  const old = scene.farms.map(({ index, gateways }) => {
    const alone = gateways.filter(({ pen }) => pen.gateways.length === 1)
    return alone[hash(seed, index, 41) % alone.length]
  })

  const isSilent = (animal: SceneAnimal, at: number) => {
    const rank = rankOf(animal) - dying
    if (rank < 0 || rank >= lost + absent) return false
    // Spread evenly, so that about the same number is silent at any time.
    if (rank < lost) return (at + (rank * 60 * dayMs) / lost) % (60 * dayMs) < 15 * dayMs
    const place = rank - lost
    return (at + (place * 4 * dayMs) / absent) % (4 * dayMs) < 3 * hourMs + chance(seed, animal.index, 11) * 2 * hourMs
  }

  const isCutOff = (farm: SceneFarm, at: number) => {
    if (outages) return outages.some(({ farm: index, from, to }) => index === farm.index && from <= at && at < to)
    const month = Math.floor(at / (30 * dayMs))
    if (hash(seed, month, 21) % scene.farms.length !== farm.index) return false
    const since = at - (month * 30 + 11) * dayMs - 5 * hourMs
    return since >= 0 && since < 210 * minuteMs
  }

  return {
    battery(animal, at) {
      const rank = rankOf(animal)
      const phase = chance(seed, animal.index, 31)
      if (rank < dying) {
        // Drained from 27 to 7 % and recharged, as by a solar cell always in the shade.
        const used = (at / (40 * dayMs) + (rank + 0.5 * phase) / dying) % 1
        return 27 - 20 * used
      }
      const lifeDays = 200 + chance(seed, animal.index, 32) * 220
      const lowest = 31 + chance(seed, animal.index, 33) * 22
      return 98 - (98 - lowest) * ((at / (lifeDays * dayMs) + phase) % 1)
    },
    isSilent,
    isDown(gateway, at) {
      if (isCutOff(gateway.farm, at)) return true
      if (gateway !== old[gateway.farm.index] || gateway.farm.index >= oldGateways) return false
      const day = Math.floor(at / dayMs)
      if ((day + gateway.farm.index) % failureDays !== 0) return false
      const luck = chance(seed, gateway.index, day, 42)
      const lasts = luck < 0.25 ? 70 + luck * 160 : 20 + ((luck - 0.25) / 0.75) * 30
      const since = at - day * dayMs - chance(seed, gateway.index, day, 43) * (22 * hourMs)
      return since >= 0 && since < lasts * minuteMs
    },
    isCutOff,
    leave(at) {
      const forced = forcedLeaves.findLast((leave) => leave.at <= at && at < leave.at + maxLeaveMs)
      const slot = Math.floor(at / leaveIntervalMs)
      const from = forced?.at ?? (slot + 0.05 + chance(seed, slot, 51) * 0.7) * leaveIntervalMs
      if (at < from || at >= from + maxLeaveMs) return null
      const chosen = forced?.animal ?? hash(seed, slot, 52) % scene.animals.length
      const animal = scene.animals[chosen]
      if (!animal || isSilent(animal, from)) return null
      return {
        animal,
        from,
        reachMetres: 110 + chance(seed, slot, 53) * 70,
        stayMs: (3 + chance(seed, slot, 54) * 5) * minuteMs,
        drift: chance(seed, slot, 55) * 2 - 1,
      }
    },
  }
}
