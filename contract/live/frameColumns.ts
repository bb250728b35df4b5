/**
 * The columns of a frame and their widths. One byte of the header holds two bits per column, from the lowest: offsets, slots, heard, fixed.
 *
 * | bits | whole numbers         | offsets                                          |
 * | ---- | --------------------- | ------------------------------------------------ |
 * | 0    | as heard (fixed only) |                                                  |
 * | 1    | u8                    |                                                  |
 * | 2    | u16                   | i16 millionths of a degree (lowest: no position) |
 * | 3    | u32                   | f32 degrees (NaN: no position)                   |
 */

/** Whole numbers in the narrowest type that fits all of them. */
export type WholeNumbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Degrees from the origin, or millionths of them, accurate to 6 cm. `unitOf` returns the unit. */
export type Offsets = Int16Array<ArrayBuffer> | Float32Array<ArrayBuffer>

export interface Moves<Whole = WholeNumbers, Offset = Offsets> {
  slots: Whole
  longitudeOffsets: Offset
  latitudeOffsets: Offset
  /** Tenths of a second before the frame's herd time; `neverAgoIn` returns the value for never. */
  heardAgo: Whole
  fixedAgo: Whole
}

export interface Marks<Whole = WholeNumbers> {
  slots: Whole
  penIds: Uint32Array
  flags: Uint8Array
  batteries: Uint8Array
}

/** Columns before they are encoded into a frame. */
export interface WideColumns {
  moves: Moves<Uint32Array<ArrayBuffer>, Float32Array<ArrayBuffer>>
  marks: Marks<Uint32Array<ArrayBuffer>>
}

type Bytes = 1 | 2 | 4

/** Bytes per number of each column. */
interface Widths {
  offsets: 2 | 4
  slots: Bytes
  heardAgo: Bytes
  /** 0 when `fixedAgo` equals `heardAgo` and shares its column. */
  fixedAgo: Bytes | 0
}

/** Number of rows of a frame, and their widths. */
export interface Layout {
  moves: number
  marks: number
  widths: Widths
}

/** The value for never in a column of four bytes. */
export const neverAgo = 0xffff_ffff
const degreesPerStep = 1e-6
const noOffset = -0x8000
const maxSteps = 0x7fff

/** Returns the value for never in a column of ages: all bits set. */
export function neverAgoIn(column: WholeNumbers): number {
  return 2 ** (8 * column.BYTES_PER_ELEMENT) - 1
}

/** Returns the unit of a column of offsets in degrees, and its value for no position. NaN means no position in either. */
export function unitOf(column: Offsets): { degrees: number; none: number } {
  return column instanceof Int16Array ? { degrees: degreesPerStep, none: noOffset } : { degrees: 1, none: Number.NaN }
}

/** Creates empty columns to fill and pass to `encodeFrame`. */
export function createColumns(moves: number, marks: number): WideColumns {
  return {
    moves: {
      slots: new Uint32Array(moves),
      longitudeOffsets: new Float32Array(moves),
      latitudeOffsets: new Float32Array(moves),
      heardAgo: new Uint32Array(moves),
      fixedAgo: new Uint32Array(moves),
    },
    marks: {
      slots: new Uint32Array(marks),
      penIds: new Uint32Array(marks),
      flags: new Uint8Array(marks),
      batteries: new Uint8Array(marks),
    },
  }
}

/** Returns the narrowest layout that fits all numbers of the columns. */
export function layoutOf({ moves, marks }: WideColumns): Layout {
  const { heardAgo, fixedAgo } = moves
  return {
    moves: moves.slots.length,
    marks: marks.slots.length,
    widths: {
      offsets: fitSteps(moves.longitudeOffsets) && fitSteps(moves.latitudeOffsets) ? 2 : 4,
      slots: Math.max(bytesFor(moves.slots), bytesFor(marks.slots)) as Bytes,
      heardAgo: bytesFor(heardAgo),
      fixedAgo: fixedAgo.every((ago, row) => ago === heardAgo[row]) ? 0 : bytesFor(fixedAgo),
    },
  }
}

function fitSteps(degrees: Float32Array): boolean {
  for (const value of degrees) if (Math.abs(value) > maxSteps * degreesPerStep) return false
  return true
}

/** Returns the bytes per number that leave all bits set free for the value for never. */
function bytesFor(column: Uint32Array): Bytes {
  let highest = 0
  for (const value of column) if (value > highest && value !== neverAgo) highest = value
  return highest < 0xff ? 1 : highest < 0xffff ? 2 : 4
}

const widthsOfBits = [0, 1, 2, 4] as const
const bitsOf = (bytes: Bytes | 0) => widthsOfBits.indexOf(bytes)

/** Packs the widths of the columns into the byte of the header. */
export function packWidths({ offsets, slots, heardAgo, fixedAgo }: Widths): number {
  return bitsOf(offsets) | (bitsOf(slots) << 2) | (bitsOf(heardAgo) << 4) | (bitsOf(fixedAgo) << 6)
}

/**
 * Reads the widths of the columns from the byte of the header.
 * @throws RangeError when no frame has such columns
 */
export function unpackWidths(byte: number): Widths {
  const [offsets, slots, heardAgo, fixedAgo] = [0, 2, 4, 6].map((bit) => widthsOfBits[(byte >> bit) & 3]!) as [
    Bytes | 0,
    Bytes | 0,
    Bytes | 0,
    Bytes | 0,
  ]
  if ((offsets !== 2 && offsets !== 4) || slots === 0 || heardAgo === 0)
    throw new RangeError(`no frame has columns of widths ${byte}`)
  return { offsets, slots, heardAgo, fixedAgo }
}

function sizesOf({
  moves,
  marks,
  widths: { offsets, slots, heardAgo, fixedAgo },
}: Layout): (readonly [bytes: Bytes | 0, rows: number])[] {
  return [
    [offsets, moves],
    [offsets, moves],
    [slots, moves],
    [heardAgo, moves],
    [fixedAgo, moves],
    [4, marks],
    [slots, marks],
    [1, marks],
    [1, marks],
  ]
}

/** Returns the bytes of all columns together. */
export function columnBytes(layout: Layout): number {
  return sizesOf(layout).reduce((sum, [bytes, rows]) => sum + bytes * rows, 0)
}

const wholeArrays = { 1: Uint8Array<ArrayBuffer>, 2: Uint16Array<ArrayBuffer>, 4: Uint32Array<ArrayBuffer> }

/**
 * Creates the columns as views of the bytes, widest first for alignment.
 * @param start offset of the first column: a multiple of four
 */
export function columnsOver(buffer: ArrayBuffer, start: number, layout: Layout): { moves: Moves; marks: Marks } {
  const { moves, marks, widths } = layout
  const sum = (of: Bytes) =>
    sizesOf(layout).reduce((total, [bytes, rows]) => total + (bytes === of ? bytes * rows : 0), 0)
  const at = { 4: start, 2: start + sum(4), 1: start + sum(4) + sum(2) }
  const next = (bytes: Bytes, rows: number) => (at[bytes] += bytes * rows) - bytes * rows
  const whole = (bytes: Bytes, rows: number): WholeNumbers => new wholeArrays[bytes](buffer, next(bytes, rows), rows)
  const offsets = (): Offsets =>
    widths.offsets === 2
      ? new Int16Array(buffer, next(2, moves), moves)
      : new Float32Array(buffer, next(4, moves), moves)
  const [longitudeOffsets, latitudeOffsets] = [offsets(), offsets()]
  const [slots, heardAgo] = [whole(widths.slots, moves), whole(widths.heardAgo, moves)]
  const fixedAgo = widths.fixedAgo === 0 ? heardAgo : whole(widths.fixedAgo, moves)
  const penIds = new Uint32Array(buffer, next(4, marks), marks)
  const markSlots = whole(widths.slots, marks)
  const byte = () => new Uint8Array(buffer, next(1, marks), marks)
  return {
    moves: { slots, longitudeOffsets, latitudeOffsets, heardAgo, fixedAgo },
    marks: { slots: markSlots, penIds, flags: byte(), batteries: byte() },
  }
}

/** Writes columns where `columnsOver` reads them. */
export function writeColumns(buffer: ArrayBuffer, start: number, layout: Layout, { moves, marks }: WideColumns): void {
  const over = columnsOver(buffer, start, layout)
  writeDegrees(over.moves.longitudeOffsets, moves.longitudeOffsets)
  writeDegrees(over.moves.latitudeOffsets, moves.latitudeOffsets)
  // Never has all bits set; truncation to fewer bytes preserves that.
  over.moves.slots.set(moves.slots)
  over.moves.heardAgo.set(moves.heardAgo)
  over.moves.fixedAgo.set(moves.fixedAgo)
  over.marks.slots.set(marks.slots)
  over.marks.penIds.set(marks.penIds)
  over.marks.flags.set(marks.flags)
  over.marks.batteries.set(marks.batteries)
}

function writeDegrees(to: Offsets, degrees: Float32Array): void {
  if (to instanceof Float32Array) {
    to.set(degrees)
    return
  }
  for (let row = 0; row < degrees.length; row++) {
    const value = degrees[row]!
    to[row] = value === value ? Math.round(value / degreesPerStep) : noOffset
  }
}
