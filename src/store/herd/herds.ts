import type { PositionUpdate } from '#streams/positions.ts'
import { applyFrame, type HerdColumns } from './herdColumns.ts'
import type { HerdSource } from './herdSource.ts'

/**
 * The herds as columns, outside React: frames arrive several times a second and only the map follows them.
 * One entry per watched farm. Its arrays are written in place, so memory does not grow with time.
 */
let herds: ReadonlyMap<number, HerdColumns> = new Map()
const listeners = new Set<() => void>()

export const herdSource: HerdSource = {
  read: () => herds,
  listen(onChange) {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  },
}

/** Writes a frame into its farm's columns; `announceHerds` notifies the listeners. */
export function applyFarmFrame({ frame, roster }: PositionUpdate, nowMs: number): void {
  const next = new Map(herds)
  next.set(frame.farmId, applyFrame(herds.get(frame.farmId), frame, roster, nowMs / 1000))
  herds = next
}

export function announceHerds(): void {
  for (const listener of listeners) listener()
}

/** Drops the herds of farms that are no longer watched. */
export function dropHerdsExcept(farmIds: readonly number[]): void {
  const remaining = new Map([...herds].filter(([farmId]) => farmIds.includes(farmId)))
  if (remaining.size === herds.size) return
  herds = remaining
  announceHerds()
}

export interface FoundAnimal {
  animalId: number
  farmId: number
  visualTag: string
}

/** Finds animals whose ear tag contains the text. Tags that end with it come first, as people read out the last digits. */
export function findAnimals(text: string, limit: number): FoundAnimal[] {
  const sought = text.trim().toLowerCase()
  if (sought === '') return []
  const endings: FoundAnimal[] = []
  const others: FoundAnimal[] = []
  for (const herd of herds.values()) {
    for (let slot = 0; slot < herd.count; slot++) {
      const visualTag = herd.visualTags[slot] ?? ''
      const tag = visualTag.toLowerCase()
      if (!tag.includes(sought)) continue
      const into = tag.endsWith(sought) ? endings : others
      if (into.length < limit) into.push({ animalId: herd.animalIds[slot] ?? 0, farmId: herd.farmId, visualTag })
    }
  }
  return [...endings, ...others].slice(0, limit)
}
