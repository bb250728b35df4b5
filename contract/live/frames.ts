import { columnBytes, columnsOver, layoutOf, neverAgo, packWidths, unpackWidths, writeColumns } from './frameColumns.ts'
import type { Layout, Marks, Moves, WideColumns } from './frameColumns.ts'

/**
 * One farm's animals as binary columns. Frames are sent many times a second, so they use no JSON and no object per animal.
 *
 * Little-endian. Header of 48 bytes: u8 kind (1 snapshot, 2 delta), u8 version, u8 widths of columns, u8 reserved, u32 farm id, u32 epoch, u32
 * sequence, u32 number of moves, u32 number of marks, f64 herd time (epoch ms), f64 origin longitude, f64 origin latitude.
 *
 * The columns follow: those of four bytes first, then two, then one. A move has longitude and latitude from the origin, slot, heard, fixed (tenths of
 * a second before herd time; all bits set: never). A mark has u32 pen id (0: no pen), slot, u8 flags, u8 battery (percent; 255: unknown).
 *
 * Padding to a multiple of four bytes lets frames of several farms follow each other in one packet. `frameColumns.ts` defines the widths of columns:
 * a move in a farm of 60,000 animals usually takes 7 bytes.
 *
 * A snapshot has one move and one mark for each slot of the roster, in order. A delta of sequence n applies only to the state of sequence n - 1 of
 * the same epoch.
 */

export const frameKinds = { snapshot: 1, delta: 2 } as const
export const frameVersion = 3
const headerBytes = 48

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

/** The header fields of a frame, without its rows. */
export type FrameHead = Omit<Frame, 'moves' | 'marks'>

/** Returns tenths of a second between an instant (epoch ms, NaN: never) and herd time, for a wide column. */
export function toAgo(at: number, herdAt: number): number {
  if (Number.isNaN(at)) return neverAgo
  return Math.min(neverAgo - 1, Math.max(0, Math.round((herdAt - at) / 100)))
}

/**
 * Encodes a frame. Each column is as narrow as its numbers allow.
 * @param columns created by `createColumns`
 */
export function encodeFrame(head: FrameHead, columns: WideColumns): Uint8Array<ArrayBuffer> {
  const layout = layoutOf(columns)
  const bytes = new Uint8Array(new ArrayBuffer(frameBytes(layout)))
  writeHeader(bytes, head, layout)
  writeColumns(bytes.buffer, headerBytes, layout, columns)
  return bytes
}

/** Returns the size of a frame with this layout, bytes. */
export function frameBytes(layout: Layout): number {
  return Math.ceil((headerBytes + columnBytes(layout)) / 4) * 4
}

function writeHeader(bytes: Uint8Array<ArrayBuffer>, frame: FrameHead, { moves, marks, widths }: Layout): void {
  const view = new DataView(bytes.buffer)
  view.setUint8(0, frame.kind)
  view.setUint8(1, frameVersion)
  view.setUint8(2, packWidths(widths))
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
  return { moves: view.getUint32(16, true), marks: view.getUint32(20, true), widths: unpackWidths(view.getUint8(2)) }
}

/** Joins several frames into one packet. */
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
 * Decodes a packet of frames, see `decodeFrame`.
 * @throws RangeError when the bytes are not consecutive frames of this version
 */
export function decodeFrames(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Frame[] {
  const [buffer, start] = bytes instanceof ArrayBuffer ? [bytes, 0] : [bytes.buffer, bytes.byteOffset]
  const frames: Frame[] = []
  for (let at = 0; at < bytes.byteLength;) {
    if (bytes.byteLength - at < headerBytes)
      throw new RangeError(`packet of ${bytes.byteLength} bytes breaks off at ${at}`)
    const view = new DataView(buffer, start + at, headerBytes)
    const length = frameBytes(readLayout(view))
    if (at + length > bytes.byteLength) throw new RangeError(`packet of ${bytes.byteLength} bytes breaks off at ${at}`)
    frames.push(decodeFrame(new Uint8Array(buffer, start + at, length)))
    at += length
  }
  return frames
}

/**
 * Decodes a frame. Its columns are views of the bytes, or of a copy when the bytes do not start at a multiple of four.
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
  const expected = frameBytes(layout)
  if (length !== expected) throw new RangeError(`frame of ${length} bytes should have ${expected}`)
  return {
    kind,
    farmId: view.getUint32(4, true),
    epoch: view.getUint32(8, true),
    sequence: view.getUint32(12, true),
    herdAt: view.getFloat64(24, true),
    originLongitude: view.getFloat64(32, true),
    originLatitude: view.getFloat64(40, true),
    ...columnsOver(buffer, start + headerBytes, layout),
  }
}
