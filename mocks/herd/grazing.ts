import { moveInside, within, type Place } from './plane.ts'
import { chance } from './random.ts'
import type { HerdScene, SceneAnimal } from './scene.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Offset of the farms' time zone (Asia/Shanghai has no summer time). */
const zoneMs = 8 * hourMs
/** Time for which a group grazes one patch while moving on to the next. */
const boutMs = 27 * minuteMs
/** Metres that animals stay away from the fence. */
export const fenceMetres = 2.5

export type Doing = 'grazing' | 'drinking' | 'resting'

/** Where an animal wants to be, and what it does there. */
export interface Aim {
  doing: Doing
  place: Place
}

/** How far members stray from the centre of their group, metres. */
const spreadMetres = { grazing: 50, drinking: 13, resting: 32 } as const

const drinkingHours = [6.9, 12.4, 17.6] as const

/**
 * Simulates a herd's day in farm time: asleep from about nine in the evening to five, at the trough three times, for some a rest after noon, and
 * grazing in between.
 * Each group has its own times, and each member is slightly late. Any instant can be computed directly.
 */
export function createGrazing(scene: HerdScene) {
  const { seed } = scene

  const doingOf = (group: number, farmMs: number): Doing => {
    const day = Math.floor(farmMs / dayMs)
    const hour = (farmMs - day * dayMs) / hourMs
    const late = (chance(seed, group, day, 61) - 0.5) * 0.8
    for (const [visit, usualHour] of drinkingHours.entries()) {
      const since = hour - usualHour - (chance(seed, group, day, 62 + visit) - 0.5) * 1.6
      if (since >= 0 && since < 0.42) return 'drinking'
    }
    if (hour >= 21.2 + late || hour < 5.2 + late) {
      // Some groups get up at night and graze for a while.
      return chance(seed, group, Math.floor(farmMs / boutMs), 66) < 0.22 ? 'grazing' : 'resting'
    }
    if (hour >= 13.4 + late && hour < 15 + late && chance(seed, group, day, 67) < 0.45) return 'resting'
    return 'grazing'
  }

  return {
    /**
     * Returns where an animal wants to be at an instant.
     * @param at epoch ms
     * @param leg number of the walk, which varies the place
     */
    aim(animal: SceneAnimal, at: number, leg: number): Aim {
      const { group, index, pen } = animal
      // Members do not get up at the same moment.
      const farmMs = at + zoneMs - chance(seed, index, 71) * 5 * minuteMs
      const doing = doingOf(group, farmMs)
      const spread = spreadMetres[doing]
      let [turn, place]: [number, Place] = [leg, pen.trough]
      if (doing === 'grazing') {
        const along = farmMs / boutMs + chance(seed, group, 72)
        const bout = Math.floor(along)
        const [from, to] = [patch(pen.quad, group, bout), patch(pen.quad, group, bout + 1)]
        const share = along - bout
        place = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      } else if (doing === 'resting') {
        // One resting place per night: days are counted from noon.
        turn = Math.floor((farmMs - 12 * hourMs) / dayMs)
        place = patch(pen.quad, group, turn + 500_000)
      }
      const angle = chance(seed, index, turn, 73) * 2 * Math.PI
      const radius = Math.sqrt(chance(seed, index, turn, 74)) * spread
      const target = { x: place.x + Math.cos(angle) * radius, y: place.y + Math.sin(angle) * radius }
      moveInside(pen.sides, target, fenceMetres + chance(seed, index, turn, 75) * 6)
      return { doing, place: target }
    },
  }

  function patch(quad: Parameters<typeof within>[0], group: number, bout: number): Place {
    return within(quad, 0.15 + 0.7 * chance(seed, group, bout, 76), 0.17 + 0.66 * chance(seed, group, bout, 77))
  }
}
