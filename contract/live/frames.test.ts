// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createColumns, neverAgoIn, unitOf } from './frameColumns.ts'
import { decodeFrame, decodeFrames, encodeFrame, frameKinds, joinFrames, toAgo } from './frames.ts'

const never = 0xffff_ffff
/** Values just below and above 8 and 16 bits. */
const slots = fc.oneof(fc.nat(100), fc.integer({ min: 0xfd, max: 0x101 }), fc.integer({ min: 0xfffd, max: 0x1_0001 }))
const agos = fc.oneof(slots, fc.constant(never))
/** Offsets just below and above 16 bits of millionths. */
const offsets = fc.oneof(
  fc.float({ noDefaultInfinity: true }),
  fc.float({ min: Math.fround(-0.033), max: Math.fround(0.033) }),
  fc.constant(Number.NaN),
)

const frameArbitrary = fc.record({
  farmId: fc.integer({ min: 1, max: 1e6 }),
  epoch: fc.integer({ min: 0, max: 0xffff_ffff }),
  sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
  moves: fc.array(fc.record({ slot: slots, longitude: offsets, heardAgo: agos, fixedAgo: agos }), { maxLength: 40 }),
  marks: fc.array(fc.record({ slot: slots, penId: fc.nat(1e6), flags: fc.nat(255), battery: fc.nat(255) }), {
    maxLength: 40,
  }),
})
type Sample = typeof frameArbitrary extends fc.Arbitrary<infer T> ? T : never

function encode({ farmId, epoch, sequence, moves, marks }: Sample): Uint8Array<ArrayBuffer> {
  const columns = createColumns(moves.length, marks.length)
  const head = {
    kind: frameKinds.delta,
    farmId,
    epoch,
    sequence,
    herdAt: 1e12,
    originLongitude: 116.08,
    originLatitude: 43.94,
  }
  columns.moves.slots.set(moves.map(({ slot }) => slot))
  columns.moves.longitudeOffsets.set(moves.map(({ longitude }) => longitude))
  columns.moves.heardAgo.set(moves.map(({ heardAgo }) => heardAgo))
  columns.moves.fixedAgo.set(moves.map(({ fixedAgo }) => fixedAgo))
  columns.marks.slots.set(marks.map(({ slot }) => slot))
  columns.marks.penIds.set(marks.map(({ penId }) => penId))
  columns.marks.flags.set(marks.map((mark) => mark.flags))
  columns.marks.batteries.set(marks.map(({ battery }) => battery))
  return encodeFrame(head, columns)
}

/** Agos of a column as a wide one has them. */
const widened = (column: Parameters<typeof neverAgoIn>[0]) =>
  [...column].map((ago) => (ago === neverAgoIn(column) ? never : ago))

describe('frames', () => {
  it('decode unchanged from packets of any size and byte offset', () => {
    fc.assert(
      fc.property(fc.array(frameArbitrary, { minLength: 1, maxLength: 5 }), fc.nat(7), (samples, shift) => {
        const packet = joinFrames(samples.map(encode))
        const moved = new Uint8Array(new ArrayBuffer(packet.length + shift))
        moved.set(packet, shift)
        const frames = decodeFrames(moved.subarray(shift))
        expect(frames.map(({ farmId, epoch, sequence }) => ({ farmId, epoch, sequence }))).toEqual(
          samples.map(({ farmId, epoch, sequence }) => ({ farmId, epoch, sequence })),
        )
        for (const [i, frame] of frames.entries()) {
          const sample = samples[i]
          expect([...frame.moves.slots]).toEqual(sample?.moves.map(({ slot }) => slot))
          const farthest = Math.max(0, ...sample!.moves.map(({ longitude }) => Math.abs(longitude) || 0))
          const { degrees, none } = unitOf(frame.moves.longitudeOffsets)
          const off = [...frame.moves.longitudeOffsets].map((number, row) => {
            const { longitude: sent } = sample!.moves[row]!
            const longitude = number === none ? Number.NaN : number * degrees
            return Number.isNaN(sent) && Number.isNaN(longitude) ? 0 : Math.abs(longitude - sent)
          })
          expect(off).toHaveLength(sample!.moves.length)
          expect(off.filter((degrees) => !(degrees <= (farthest > 0.032767 ? 0 : 0.51e-6)))).toEqual([])
          expect(widened(frame.moves.heardAgo)).toEqual(sample?.moves.map(({ heardAgo }) => heardAgo))
          expect(widened(frame.moves.fixedAgo)).toEqual(sample?.moves.map(({ fixedAgo }) => fixedAgo))
          expect([...frame.marks.slots]).toEqual(sample?.marks.map(({ slot }) => slot))
          expect([...frame.marks.flags]).toEqual(sample?.marks.map((mark) => mark.flags))
          expect([...frame.marks.penIds]).toEqual(sample?.marks.map(({ penId }) => penId))
          expect([...frame.marks.batteries]).toEqual(sample?.marks.map(({ battery }) => battery))
        }
      }),
    )
  })

  it('are rejected when truncated, too long or of another version', () => {
    const bytes = encode({
      farmId: 1,
      epoch: 1,
      sequence: 1,
      moves: [{ slot: 0, longitude: 0, heardAgo: 0, fixedAgo: 0 }],
      marks: [],
    })
    expect(() => decodeFrame(bytes.slice(0, 20))).toThrow(RangeError)
    expect(() => decodeFrame(bytes.slice(0, -4))).toThrow(RangeError)
    expect(() => decodeFrames(bytes.slice(0, -4))).toThrow(RangeError)
    const other = bytes.slice()
    other[1] = 9
    expect(() => decodeFrame(other)).toThrow(RangeError)
    const wider = bytes.slice()
    wider[2] = 0
    expect(() => decodeFrames(wider)).toThrow(RangeError)
    expect(decodeFrames(new Uint8Array())).toEqual([])
  })

  it('widen only the columns whose values do not fit', () => {
    const move = { slot: 0, longitude: 0.03, heardAgo: 0xfe, fixedAgo: 0xfe }
    const bytesOf = (change: Partial<typeof move>) =>
      encode({
        farmId: 1,
        epoch: 1,
        sequence: 1,
        moves: Array.from({ length: 4 }, () => ({ ...move, ...change })),
        marks: [],
      }).length
    const narrowest = 48 + 4 * (4 + 1 + 1)
    expect(bytesOf({})).toBe(narrowest)
    expect(bytesOf({ slot: 0xff })).toBe(narrowest + 4 * 1)
    expect(bytesOf({ slot: 0xffff })).toBe(narrowest + 4 * 3)
    expect(bytesOf({ longitude: Number.NaN })).toBe(narrowest)
    expect(bytesOf({ longitude: 0.033 })).toBe(narrowest + 4 * 4)
    expect(bytesOf({ heardAgo: never, fixedAgo: never })).toBe(narrowest)
    expect(bytesOf({ fixedAgo: never })).toBe(narrowest + 4 * 1)
    expect(bytesOf({ fixedAgo: 0xff })).toBe(narrowest + 4 * 2)
    expect(bytesOf({ heardAgo: 0xff })).toBe(narrowest + 4 * 2)
    expect(
      encode({
        farmId: 1,
        epoch: 1,
        sequence: 1,
        moves: [],
        marks: [{ slot: 0xff, penId: 7, flags: 1, battery: 100 }],
      }),
    ).toHaveLength(48 + 8)
  })

  it('carry instants as tenths of a second before herd time', () => {
    expect(toAgo(999_900, 1_000_000)).toBe(1)
    expect(toAgo(Number.NaN, 1_000_000)).toBe(never)
    expect(toAgo(2_000_000, 1_000_000)).toBe(0)
  })
})
