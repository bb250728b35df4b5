import { createColumns } from '#contract/live/frameColumns.ts'
import { encodeFrame, frameKinds, toAgo, unknownBattery } from '#contract/live/frames.ts'
import type { Marks, Moves } from '#contract/live/frameColumns.ts'
import type { Roster } from '#contract/live/live.ts'
import type { HerdColumns } from '../herd/columns.ts'
import type { FarmHerd } from '../herd/registry.ts'

/** Maximum deltas buffered for viewers that reconnect: 10 s of ticks. */
const maxBufferedDeltas = 100
/** Maximum bytes of buffered deltas. */
const maxBufferedBytes = 4_000_000

/** Creates a farm's frames: one delta per tick for all viewers, and a snapshot for a viewer without a state to apply it to. */
export class FarmFeed {
  sequence = 0
  private readonly kept: { sequence: number; bytes: Uint8Array<ArrayBuffer> }[] = []
  private farm: FarmHerd
  /** Differs per server start. Together with the farm's epoch, it identifies each assignment of slots. */
  private readonly startEpoch: number

  constructor(farm: FarmHerd, startEpoch: number) {
    this.farm = farm
    this.startEpoch = startEpoch
  }

  get epoch(): number {
    return (this.startEpoch + this.farm.epoch) >>> 0
  }

  /**
   * Switches to the farm's newly read records.
   * @returns whether the slots changed, so that every viewer needs a snapshot
   */
  follow(farm: FarmHerd): boolean {
    const changed = farm.epoch !== this.farm.epoch
    this.farm = farm
    if (changed) this.kept.length = 0
    return changed
  }

  /** Returns the changes since the last delta, encoded; null without changes. */
  delta(herdAt: number): Uint8Array<ArrayBuffer> | null {
    const { columns } = this.farm
    if (!columns.changed) return null
    this.sequence++
    const bytes = this.encode(frameKinds.delta, columns.drainMoves(), columns.drainMarks(), herdAt)
    this.kept.push({ sequence: this.sequence, bytes })
    while (this.kept.length > maxBufferedDeltas || this.bufferedBytes() > maxBufferedBytes) this.kept.shift()
    return bytes
  }

  private bufferedBytes(): number {
    return this.kept.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** Returns the deltas after a sequence of this epoch; null when some are no longer buffered. */
  since(epoch: number, sequence: number): Uint8Array<ArrayBuffer>[] | null {
    if (epoch !== this.epoch || sequence > this.sequence) return null
    if (sequence === this.sequence) return []
    const missed = this.kept.filter((delta) => delta.sequence > sequence)
    return missed.length === this.sequence - sequence ? missed.map((delta) => delta.bytes) : null
  }

  /** Returns the complete state, as of the last delta's sequence. */
  snapshot(herdAt: number): { roster: Roster; bytes: Uint8Array<ArrayBuffer> } {
    const { columns, id } = this.farm
    const all = Uint32Array.from({ length: columns.count }, (_, slot) => slot)
    return {
      roster: {
        farmId: id,
        animalIds: columns.slots.map((slot) => slot.animalId ?? 0),
        visualTags: columns.slots.map((slot) => slot.visualTag),
        penIds: columns.slots.map((slot) => slot.penId),
      },
      bytes: this.encode(frameKinds.snapshot, all, all, herdAt),
    }
  }

  private encode(
    kind: (typeof frameKinds)[keyof typeof frameKinds],
    moved: Uint32Array,
    marked: Uint32Array,
    herdAt: number,
  ): Uint8Array<ArrayBuffer> {
    const { columns, id } = this.farm
    const rows = createColumns(moved.length, marked.length)
    fillMoves(rows.moves, columns, moved, herdAt)
    fillMarks(rows.marks, columns, marked)
    const [originLongitude, originLatitude] = columns.origin
    return encodeFrame(
      { kind, farmId: id, epoch: this.epoch, sequence: this.sequence, herdAt, originLongitude, originLatitude },
      rows,
    )
  }
}

function fillMoves(moves: Moves, columns: HerdColumns, slots: Uint32Array, herdAt: number): void {
  moves.slots.set(slots)
  const [longitude, latitude] = columns.origin
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    moves.longitudeOffsets[i] = (columns.longitude[slot] as number) - longitude
    moves.latitudeOffsets[i] = (columns.latitude[slot] as number) - latitude
    moves.heardAgo[i] = toAgo(columns.heardAt[slot] as number, herdAt)
    moves.fixedAgo[i] = toAgo(columns.fixedAt[slot] as number, herdAt)
  }
}

function fillMarks(marks: Marks, columns: HerdColumns, slots: Uint32Array): void {
  marks.slots.set(slots)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    const battery = columns.battery[slot] as number
    marks.penIds[i] = columns.penId[slot] as number
    marks.flags[i] = columns.flags[slot] as number
    marks.batteries[i] = Number.isNaN(battery) ? unknownBattery : Math.round(battery)
  }
}
