// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFrame, decodeFrames, frameBytes, frameKinds, fromAgo, joinFrames, layOutFrame, toAgo, writeHeader } from './frames.ts'

const frameArbitrary = fc.record({
  farmId: fc.integer({ min: 1, max: 1e6 }),
  epoch: fc.integer({ min: 0, max: 0xffff_ffff }),
  sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
  moves: fc.array(fc.record({ slot: fc.nat(1e5), longitude: fc.float({ noDefaultInfinity: true }), ago: fc.nat(1e6) }), { maxLength: 40 }),
  marks: fc.array(fc.record({ slot: fc.nat(1e5), penId: fc.nat(1e6), flags: fc.nat(255), battery: fc.nat(255) }), { maxLength: 40 }),
})
type Sample = typeof frameArbitrary extends fc.Arbitrary<infer T> ? T : never

function encode({ farmId, epoch, sequence, moves, marks }: Sample): Uint8Array<ArrayBuffer> {
  const laid = layOutFrame(moves.length, marks.length)
  const head = { kind: frameKinds.delta, farmId, epoch, sequence, herdAt: 1e12, originLongitude: 116.08, originLatitude: 43.94 }
  writeHeader(laid.bytes, head, moves.length, marks.length)
  laid.moves.slots.set(moves.map(({ slot }) => slot))
  laid.moves.longitudeOffsets.set(moves.map(({ longitude }) => longitude))
  laid.moves.heardAgo.set(moves.map(({ ago }) => ago))
  laid.marks.slots.set(marks.map(({ slot }) => slot))
  laid.marks.penIds.set(marks.map(({ penId }) => penId))
  laid.marks.flags.set(marks.map((mark) => mark.flags))
  laid.marks.batteries.set(marks.map(({ battery }) => battery))
  return laid.bytes
}

describe('frames', () => {
  it('come out as they went in, however many are in a packet and wherever it starts', () => {
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
          expect([...frame.moves.longitudeOffsets]).toEqual(sample?.moves.map(({ longitude }) => longitude))
          expect([...frame.moves.heardAgo]).toEqual(sample?.moves.map(({ ago }) => ago))
          expect([...frame.marks.penIds]).toEqual(sample?.marks.map(({ penId }) => penId))
          expect([...frame.marks.batteries]).toEqual(sample?.marks.map(({ battery }) => battery))
        }
      }),
    )
  })

  it('that break off, go on too long or are of another version are refused', () => {
    const bytes = encode({ farmId: 1, epoch: 1, sequence: 1, moves: [{ slot: 0, longitude: 0, ago: 0 }], marks: [] })
    expect(() => decodeFrame(bytes.slice(0, 20))).toThrow(RangeError)
    expect(() => decodeFrame(bytes.slice(0, -4))).toThrow(RangeError)
    expect(() => decodeFrames(bytes.slice(0, -4))).toThrow(RangeError)
    const other = bytes.slice()
    other[1] = 9
    expect(() => decodeFrame(other)).toThrow(RangeError)
    expect(decodeFrames(new Uint8Array())).toEqual([])
  })

  it('take 20 bytes a move and 10 a mark, in fours', () => {
    expect(frameBytes(0, 0)).toBe(48)
    expect(frameBytes(3, 1)).toBe(48 + 60 + 12)
  })

  it('carry instants as tenths of a second before herd time', () => {
    expect(fromAgo(toAgo(999_900, 1_000_000), 1_000_000)).toBe(999_900)
    expect(fromAgo(toAgo(Number.NaN, 1_000_000), 1_000_000)).toBeNaN()
    expect(toAgo(2_000_000, 1_000_000)).toBe(0)
  })
})
