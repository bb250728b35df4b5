/**
 * One farm's animals as binary columns: what crosses the wire many times a second, so no JSON and no object per animal.
 *
 * Little-endian. Header of 48 bytes: u8 kind (1 snapshot, 2 delta), u8 version, u16 reserved, u32 farm id, u32 epoch,
 * u32 sequence, u32 number of moves, u32 number of marks, f64 herd time (epoch ms), f64 origin longitude, f64 origin
 * latitude. Then the columns, each `moves` long: u32 slot, f32 longitude and f32 latitude as degrees from the origin
 * (NaN: no position yet), u32 heard, u32 fixed (tenths of a second before herd time; 0xFFFFFFFF: never). Then, each
 * `marks` long: u32 slot, u32 pen id (0: none), u8 flags, u8 battery (percent; 255: unknown). Filled up to a multiple of
 * four bytes, so that the frames of several farms can follow one another in one packet.
 *
 * A snapshot has one move and one mark for each slot of the roster, in order. A delta of sequence n applies only to
 * the state of sequence n - 1 of the same epoch.
 */

export const frameKinds = { snapshot: 1, delta: 2 } as const
export const frameVersion = 1
const headerBytes = 48
/** The ago of what never was. */
export const neverAgo = 0xffff_ffff

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

export interface Moves {
  slots: Uint32Array
  longitudeOffsets: Float32Array
  latitudeOffsets: Float32Array
  /** Tenths of a second before the frame's herd time. */
  heardAgo: Uint32Array
  fixedAgo: Uint32Array
}

export interface Marks {
  slots: Uint32Array
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

const moveBytes = 20
const markBytes = 10

/** Bytes that a frame of so many rows takes. */
export function frameBytes(moves: number, marks: number): number {
  return Math.ceil((headerBytes + moves * moveBytes + marks * markBytes) / 4) * 4
}

/** Tenths of a second between an instant (epoch ms, NaN: never) and herd time, as a frame carries it. */
export function toAgo(at: number, herdAt: number): number {
  if (Number.isNaN(at)) return neverAgo
  return Math.min(neverAgo - 1, Math.max(0, Math.round((herdAt - at) / 100)))
}

/** The instant (epoch ms, NaN: never) that an ago of a frame means. */
export function fromAgo(ago: number, herdAt: number): number {
  return ago === neverAgo ? Number.NaN : herdAt - ago * 100
}

/** Room for the columns of a frame over one buffer, to be filled in place; `bytes` is what goes over the wire. */
export function layOutFrame(moves: number, marks: number): { bytes: Uint8Array<ArrayBuffer>; moves: Moves; marks: Marks } {
  const bytes = new Uint8Array(new ArrayBuffer(frameBytes(moves, marks)))
  return { bytes, ...columnsOf(bytes.buffer, 0, moves, marks) }
}

function columnsOf(buffer: ArrayBuffer, start: number, moves: number, marks: number): { moves: Moves; marks: Marks } {
  let at = start + headerBytes
  const next = (size: number) => (at += size) - size
  return {
    moves: {
      slots: new Uint32Array(buffer, next(moves * 4), moves),
      longitudeOffsets: new Float32Array(buffer, next(moves * 4), moves),
      latitudeOffsets: new Float32Array(buffer, next(moves * 4), moves),
      heardAgo: new Uint32Array(buffer, next(moves * 4), moves),
      fixedAgo: new Uint32Array(buffer, next(moves * 4), moves),
    },
    marks: {
      slots: new Uint32Array(buffer, next(marks * 4), marks),
      penIds: new Uint32Array(buffer, next(marks * 4), marks),
      flags: new Uint8Array(buffer, next(marks), marks),
      batteries: new Uint8Array(buffer, next(marks), marks),
    },
  }
}

/** Writes the header over a buffer that `layOutFrame` made. */
export function writeHeader(bytes: Uint8Array<ArrayBuffer>, frame: Omit<Frame, 'moves' | 'marks'>, moves: number, marks: number): void {
  const view = new DataView(bytes.buffer)
  view.setUint8(0, frame.kind)
  view.setUint8(1, frameVersion)
  view.setUint32(4, frame.farmId, true)
  view.setUint32(8, frame.epoch, true)
  view.setUint32(12, frame.sequence, true)
  view.setUint32(16, moves, true)
  view.setUint32(20, marks, true)
  view.setFloat64(24, frame.herdAt, true)
  view.setFloat64(32, frame.originLongitude, true)
  view.setFloat64(40, frame.originLatitude, true)
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
    const length = frameBytes(view.getUint32(16, true), view.getUint32(20, true))
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
  const moves = view.getUint32(16, true)
  const marks = view.getUint32(20, true)
  if (length !== frameBytes(moves, marks)) {
    throw new RangeError(`frame of ${length} bytes should have ${frameBytes(moves, marks)}`)
  }
  return {
    kind,
    farmId: view.getUint32(4, true),
    epoch: view.getUint32(8, true),
    sequence: view.getUint32(12, true),
    herdAt: view.getFloat64(24, true),
    originLongitude: view.getFloat64(32, true),
    originLatitude: view.getFloat64(40, true),
    ...columnsOf(buffer, start, moves, marks),
  }
}
