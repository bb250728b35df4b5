import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { glideS, neverS, type HerdColumns } from '../../store/herd/herdColumns.ts'
import { symbolByte, type SymbolName } from '../symbols.ts'

/** Rows of the gliding layer: a herd, or a few rows in the shape of one. */
export type GlideRows = Pick<
  HerdColumns,
  | 'originLongitude'
  | 'originLatitude'
  | 'count'
  | 'longitudeOffsets'
  | 'latitudeOffsets'
  | 'fromLongitudeOffsets'
  | 'fromLatitudeOffsets'
  | 'movedAtS'
  | 'fixedAtS'
  | 'flags'
  | 'baseS'
  | 'baseAt'
  | 'version'
  | 'movedRows'
  | 'markedRows'
>

/** Symbol that glides with an animal: the ring of an alert, the selection. */
export interface FollowMark {
  slot: number
  symbol: SymbolName
}

/** Returns rows of marks at animals, as these are drawn now. */
export function followRows(herd: GlideRows, marks: readonly FollowMark[]): GlideRows {
  const pick = (column: Float32Array) => Float32Array.from(marks, (mark) => column[mark.slot]!)
  return {
    ...herd,
    count: marks.length,
    longitudeOffsets: pick(herd.longitudeOffsets),
    latitudeOffsets: pick(herd.latitudeOffsets),
    fromLongitudeOffsets: pick(herd.fromLongitudeOffsets),
    fromLatitudeOffsets: pick(herd.fromLatitudeOffsets),
    movedAtS: pick(herd.movedAtS),
    fixedAtS: pick(herd.fixedAtS),
    flags: Uint8Array.from(marks, (mark) => symbolByte(mark.symbol)),
    movedRows: [0, marks.length],
    markedRows: [0, marks.length],
  }
}

/** Returns rows of symbols that do not move. */
export function standingRows(places: readonly { at: LongitudeLatitude; symbol: SymbolName }[]): GlideRows {
  const [originLongitude, originLatitude] = places[0]?.at ?? [0, 0]
  const longitudeOffsets = Float32Array.from(places, ({ at }) => at[0] - originLongitude)
  const latitudeOffsets = Float32Array.from(places, ({ at }) => at[1] - originLatitude)
  const count = places.length
  return {
    originLongitude,
    originLatitude,
    count,
    longitudeOffsets,
    latitudeOffsets,
    fromLongitudeOffsets: longitudeOffsets,
    fromLatitudeOffsets: latitudeOffsets,
    movedAtS: new Float32Array(count).fill(-glideS),
    fixedAtS: new Float32Array(count).fill(neverS),
    flags: Uint8Array.from(places, ({ symbol }) => symbolByte(symbol)),
    baseS: 0,
    baseAt: 0,
    version: 0,
    movedRows: [0, count],
    markedRows: [0, count],
  }
}
