import { createColumns, encodeFrame as toBytes, frameKinds, toAgo, unknownBattery } from '#contract/frames.ts'
import type { SceneFarm } from '../herd/scene.ts'
import type { Beast, World } from './world.ts'

/** One farm's rows as bytes: all of them as a snapshot, or those that changed after a tick of the world as a delta. */
export function encodeFrame(world: World, farm: SceneFarm, epoch: number, sequence: number, afterTick: number | null): ArrayBuffer {
  const beasts = world.beastsOf(farm)
  const rows = beasts.map((beast, slot) => ({ beast, slot }))
  const moved = afterTick === null ? rows : rows.filter(({ beast }) => beast.movedIn > afterTick)
  const marked = afterTick === null ? rows : rows.filter(({ beast }) => beast.markedIn > afterTick)
  const { moves, marks } = createColumns(moved.length, marked.length)
  const [originLongitude, originLatitude] = farm.origin
  const kind = afterTick === null ? frameKinds.snapshot : frameKinds.delta
  const header = { kind, farmId: farm.index + 1, epoch, sequence, herdAt: world.now, originLongitude, originLatitude }
  for (const [row, { beast, slot }] of moved.entries()) {
    moves.slots[row] = slot
    moves.longitudeOffsets[row] = beast.longitude - originLongitude
    moves.latitudeOffsets[row] = beast.latitude - originLatitude
    moves.heardAgo[row] = toAgo(beast.heardAt, world.now)
    moves.fixedAgo[row] = toAgo(beast.heardAt, world.now)
  }
  for (const [row, { beast, slot }] of marked.entries()) {
    marks.slots[row] = slot
    marks.penIds[row] = penIdOf(beast)
    marks.flags[row] = beast.flags
    marks.batteries[row] = Number.isNaN(beast.battery) ? unknownBattery : beast.battery
  }
  return toBytes(header, { moves, marks }).buffer
}

/** The pen that an animal is in; 0 while it is in none. */
export function penIdOf({ animal, metresOutside }: Beast): number {
  return metresOutside > 3 ? 0 : animal.pen.index + 1
}
