/**
 * One farm's animals as binary columns: what crosses the wire many times a second, so no JSON and no object per animal.
 *
 * Little-endian. Header of 48 bytes: u8 kind (1 snapshot, 2 delta), u8 version, u8 wide columns (bit 0 slots, 1 heard,
 * 2 fixed), u8 reserved, u32 farm id, u32 epoch, u32 sequence, u32 number of moves, u32 number of marks, f64 herd time
 * (epoch ms), f64 origin longitude, f64 origin latitude. Then the columns, those of four bytes first, then those of two,
 * then those of one. Of a move: f32 longitude and f32 latitude as degrees from the origin (NaN: no position yet), slot,
 * heard, fixed (tenths of a second before herd time; all bits set: never). Of a mark: u32 pen id (0: none), slot, u8 flags,
 * u8 battery (percent; 255: unknown). Slots, heard and fixed are u16, or u32 where one value of the frame does not fit.
 * Filled up to a multiple of four bytes, so that the frames of several farms can follow one another in one packet.
 *
 * A snapshot has one move and one mark for each slot of the roster, in order. A delta of sequence n applies only to
 * the state of sequence n - 1 of the same epoch.
 */

export const frameKinds = { snapshot: 1, delta: 2 } as const
export const frameVersion = 2
const headerBytes = 48
/** The ago of what never was, in a wide column. */
const neverAgo = 0xffff_ffff
const narrowNeverAgo = 0xffff
const wideBits = { slots: 1, heardAgo: 2, fixedAgo: 4 } as const

export const flags = {
  unverified: 1,
  unaccounted: 2,
  outside: 4,
  lowBattery: 8,
  moving: 16,
  /** No longer in the herd: not drawn. */
  gone: 32,
} as const

export const unknownBattery = 255

/** Whole numbers, narrow where all of them fit. */
export type WholeNumbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

export interface Moves {
  slots: WholeNumbers
  longitudeOffsets: Float32Array
  latitudeOffsets: Float32Array
  /** Tenths of a second before the frame's herd time; `neverAgoIn` says what stands for never. */
  heardAgo: WholeNumbers
  fixedAgo: WholeNumbers
}

export interface Marks {
  slots: WholeNumbers
  penIds: Uint32Array
  flags: Uint8Array
  batteries: Uint8Array
}

export interface Frame {
  kind: (typeof frameKinds)[keyof typeof frameKinds]
  farmId: number
  epoch: number
  sequence: number
  /** Herd time, epoch ms. */
  herdAt: number
  originLongitude: number
  originLatitude: number
  moves: Moves
  marks: Marks
}

/** What a frame says beside its rows. */
export type FrameHead = Omit<Frame, 'moves' | 'marks'>

/** Bytes of a frame of so many rows. @param wide the columns that are wide, as in the header */
export function frameBytes(moves: number, marks: number, wide = 0): number {
  const of = (bit: number) => ((wide & bit) === 0 ? 2 : 4)
  const moveBytes = 8 + of(wideBits.slots) + of(wideBits.heardAgo) + of(wideBits.fixedAgo)
  return Math.ceil((headerBytes + moves * moveBytes + marks * (6 + of(wideBits.slots))) / 4) * 4
}

/** Tenths of a second between an instant (epoch ms, NaN: never) and herd time, as a wide column carries it. */
export function toAgo(at: number, herdAt: number): number {
  if (Number.isNaN(at)) return neverAgo
  return Math.min(neverAgo - 1, Math.max(0, Math.round((herdAt - at) / 100)))
}

/** What stands for never in a column of agos. */
export function neverAgoIn(column: WholeNumbers): number {
  return column instanceof Uint16Array ? narrowNeverAgo : neverAgo
}

/** Empty columns, wide, to be filled and given to `encodeFrame`. */
export function createColumns(moves: number, marks: number) {
  return {
    moves: {
      slots: new Uint32Array(moves),
      longitudeOffsets: new Float32Array(moves),
      latitudeOffsets: new Float32Array(moves),
      heardAgo: new Uint32Array(moves),
      fixedAgo: new Uint32Array(moves),
    },
    marks: { slots: new Uint32Array(marks), penIds: new Uint32Array(marks), flags: new Uint8Array(marks), batteries: new Uint8Array(marks) },
  }
}

/** Whether a number of a column does not fit into 16 bits. @param never the number that stands for never, and fits */
function isWide(column: WholeNumbers, never?: number): boolean {
  for (const value of column) if (value >= narrowNeverAgo && value !== never) return true
  return false
}

/** Copies agos into a column, narrow or wide. */
function copyAgos(to: WholeNumbers, from: WholeNumbers): void {
  to.set(from)
  const [fromNever, toNever] = [neverAgoIn(from), neverAgoIn(to)]
  if (fromNever < toNever) for (const [row, ago] of from.entries()) if (ago === fromNever) to[row] = toNever
}

/** A frame as bytes. Each column is as narrow as its numbers allow. */
export function encodeFrame(head: FrameHead, { moves, marks }: Pick<Frame, 'moves' | 'marks'>): Uint8Array<ArrayBuffer> {
  const wide =
    (isWide(moves.slots) || isWide(marks.slots) ? wideBits.slots : 0) |
    (isWide(moves.heardAgo, neverAgoIn(moves.heardAgo)) ? wideBits.heardAgo : 0) |
    (isWide(moves.fixedAgo, neverAgoIn(moves.fixedAgo)) ? wideBits.fixedAgo : 0)
  const bytes = new Uint8Array(new ArrayBuffer(frameBytes(moves.slots.length, marks.slots.length, wide)))
  writeHeader(bytes, head, { moves: moves.slots.length, marks: marks.slots.length, wide })
  const columns = columnsOf(bytes.buffer, 0, { moves: moves.slots.length, marks: marks.slots.length, wide })
  columns.moves.slots.set(moves.slots)
  columns.moves.longitudeOffsets.set(moves.longitudeOffsets)
  columns.moves.latitudeOffsets.set(moves.latitudeOffsets)
  copyAgos(columns.moves.heardAgo, moves.heardAgo)
  copyAgos(columns.moves.fixedAgo, moves.fixedAgo)
  columns.marks.slots.set(marks.slots)
  columns.marks.penIds.set(marks.penIds)
  columns.marks.flags.set(marks.flags)
  columns.marks.batteries.set(marks.batteries)
  return bytes
}

interface Layout {
  moves: number
  marks: number
  wide: number
}

/** The columns of a frame over its bytes: the wide ones first, so that each starts where its numbers may. */
function columnsOf(buffer: ArrayBuffer, start: number, { moves, marks, wide }: Layout): Pick<Frame, 'moves' | 'marks'> {
  let at = start + headerBytes
  const next = (bytes: number) => (at += bytes) - bytes
  const float = () => new Float32Array(buffer, next(moves * 4), moves)
  const wideColumn = (bit: number, rows: number) => ((wide & bit) === 0 ? null : new Uint32Array(buffer, next(rows * 4), rows))
  const narrowColumn = (rows: number) => new Uint16Array(buffer, next(rows * 2), rows)
  const [longitudeOffsets, latitudeOffsets] = [float(), float()]
  const penIds = new Uint32Array(buffer, next(marks * 4), marks)
  const slots = wideColumn(wideBits.slots, moves)
  const marked = wideColumn(wideBits.slots, marks)
  const heardAgo = wideColumn(wideBits.heardAgo, moves)
  const fixedAgo = wideColumn(wideBits.fixedAgo, moves)
  const columns = {
    moves: {
      slots: slots ?? narrowColumn(moves),
      longitudeOffsets,
      latitudeOffsets,
      heardAgo: heardAgo ?? narrowColumn(moves),
      fixedAgo: fixedAgo ?? narrowColumn(moves),
    },
    markSlots: marked ?? narrowColumn(marks),
  }
  const bytes = () => new Uint8Array(buffer, next(marks), marks)
  return { moves: columns.moves, marks: { slots: columns.markSlots, penIds, flags: bytes(), batteries: bytes() } }
}

function writeHeader(bytes: Uint8Array<ArrayBuffer>, frame: FrameHead, { moves, marks, wide }: Layout): void {
  const view = new DataView(bytes.buffer)
  view.setUint8(0, frame.kind)
  view.setUint8(1, frameVersion)
  view.setUint8(2, wide)
  view.setUint32(4, frame.farmId, true)
  view.setUint32(8, frame.epoch, true)
  view.setUint32(12, frame.sequence, true)
  view.setUint32(16, moves, true)
  view.setUint32(20, marks, true)
  view.setFloat64(24, frame.herdAt, true)
  view.setFloat64(32, frame.originLongitude, true)
  view.setFloat64(40, frame.originLatitude, true)
}

function readLayout(view: DataView): Layout {
  return { moves: view.getUint32(16, true), marks: view.getUint32(20, true), wide: view.getUint8(2) }
}

/** Several frames as one packet. */
export function joinFrames(frames: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = frames
  if (only && frames.length === 1) return only
  const bytes = new Uint8Array(new ArrayBuffer(frames.reduce((sum, frame) => sum + frame.length, 0)))
  let at = 0
  for (const frame of frames) {
    bytes.set(frame, at)
    at += frame.length
  }
  return bytes
}

/**
 * Reads a packet of frames, see `decodeFrame`.
 * @throws RangeError when the bytes are not frames of this version, one after the other
 */
export function decodeFrames(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Frame[] {
  const [buffer, start] = bytes instanceof ArrayBuffer ? [bytes, 0] : [bytes.buffer, bytes.byteOffset]
  const frames: Frame[] = []
  for (let at = 0; at < bytes.byteLength; ) {
    if (bytes.byteLength - at < headerBytes) throw new RangeError(`packet of ${bytes.byteLength} bytes breaks off at ${at}`)
    const view = new DataView(buffer, start + at, headerBytes)
    const { moves, marks, wide } = readLayout(view)
    const length = frameBytes(moves, marks, wide)
    if (at + length > bytes.byteLength) throw new RangeError(`packet of ${bytes.byteLength} bytes breaks off at ${at}`)
    frames.push(decodeFrame(new Uint8Array(buffer, start + at, length)))
    at += length
  }
  return frames
}

/**
 * Reads a frame. The columns are views of the bytes, not copies (of a copy when the bytes do not start on a multiple
 * of four).
 * @throws RangeError when the bytes are not a frame of this version
 */
export function decodeFrame(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Frame {
  let buffer = bytes instanceof ArrayBuffer ? bytes : bytes.buffer
  let start = bytes instanceof ArrayBuffer ? 0 : bytes.byteOffset
  const length = bytes.byteLength
  if (start % 4 !== 0) {
    buffer = buffer.slice(start, start + length)
    start = 0
  }
  if (length < headerBytes) throw new RangeError(`frame of ${length} bytes has no header`)
  const view = new DataView(buffer, start, length)
  const kind = view.getUint8(0)
  if (view.getUint8(1) !== frameVersion || (kind !== frameKinds.snapshot && kind !== frameKinds.delta)) {
    throw new RangeError(`not a frame of version ${frameVersion}`)
  }
  const layout = readLayout(view)
  const expected = frameBytes(layout.moves, layout.marks, layout.wide)
  if (length !== expected) throw new RangeError(`frame of ${length} bytes should have ${expected}`)
  return {
    kind,
    farmId: view.getUint32(4, true),
    epoch: view.getUint32(8, true),
    sequence: view.getUint32(12, true),
    herdAt: view.getFloat64(24, true),
    originLongitude: view.getFloat64(32, true),
    originLatitude: view.getFloat64(40, true),
    ...columnsOf(buffer, start, layout),
  }
}
