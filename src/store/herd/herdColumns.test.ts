import { expect, test } from 'vitest'
import { decodeFrame, encodeFrame, flags, frameKinds, toAgo, type Frame } from '#contract/live/frames.ts'
import { applyFrame, drawnOffset, glideS, isDrawn, neverS } from './herdColumns.ts'

const herdAt = Date.UTC(2026, 4, 1)
const roster = { farmId: 7, animalIds: [11, 12, 13], visualTags: ['0011', '0012', '0013'], penIds: [4, 4, 0] }

interface Row {
  slot: number
  at?: [longitude: number, latitude: number]
  heardAt?: number
  fixedAt?: number
  mark?: { penId: number; flags: number; battery: number }
}

function frame(kind: keyof typeof frameKinds, sequence: number, rows: Row[]): Frame {
  const marked = rows.filter((row) => row.mark)
  const moved = rows.filter((row) => row.at)
  const head = {
    kind: frameKinds[kind],
    farmId: 7,
    epoch: 1,
    sequence,
    herdAt,
    originLongitude: 116,
    originLatitude: 44,
  }
  const columns = {
    moves: {
      slots: Uint32Array.from(moved, (row) => row.slot),
      longitudeOffsets: Float32Array.from(moved, (row) => row.at![0]),
      latitudeOffsets: Float32Array.from(moved, (row) => row.at![1]),
      heardAgo: Uint32Array.from(moved, (row) => toAgo(row.heardAt ?? herdAt, herdAt)),
      fixedAgo: Uint32Array.from(moved, (row) => toAgo(row.fixedAt ?? herdAt, herdAt)),
    },
    marks: {
      slots: Uint32Array.from(marked, (row) => row.slot),
      penIds: Uint32Array.from(marked, (row) => row.mark!.penId),
      flags: Uint8Array.from(marked, (row) => row.mark!.flags),
      batteries: Uint8Array.from(marked, (row) => row.mark!.battery),
    },
  }
  return decodeFrame(encodeFrame(head, columns))
}

const plain = { penId: 3, flags: 0, battery: 80 }
const snapshot = (sequence = 1) =>
  frame('snapshot', sequence, [
    { slot: 0, at: [0, 0], mark: plain },
    {
      slot: 1,
      at: [0.001, 0.001],
      heardAt: herdAt - 60_000,
      fixedAt: herdAt - 120_000,
      mark: { penId: 4, flags: flags.gone, battery: 255 },
    },
    { slot: 2, at: [Number.NaN, Number.NaN], heardAt: Number.NaN, fixedAt: Number.NaN, mark: plain },
  ])

test('creates columns from a snapshot, without motion', () => {
  const columns = applyFrame(undefined, snapshot(), roster, 100)
  expect(columns).toMatchObject({
    farmId: 7,
    count: 3,
    animalIds: [11, 12, 13],
    version: 1,
    sequence: 1,
    movedRows: [0, 3],
    stepMetres: 0,
  })
  expect(columns.heardAtS[1]).toBe(-60)
  expect(columns.fixedAtS[1]).toBe(-120)
  expect(columns.heardAtS[2]).toBe(neverS)
  expect(drawnOffset(columns, 1, 100)[0]).toBeCloseTo(0.001)
  expect([0, 1, 2].map((slot) => isDrawn(columns, slot))).toEqual([true, false, false])
})

test('writes a delta in place and returns a new wrapper', () => {
  const before = applyFrame(undefined, snapshot(), roster, 100)
  const after = applyFrame(
    before,
    frame('delta', 2, [{ slot: 1, at: [0.0011, 0.001], mark: { penId: 5, flags: flags.outside, battery: 12 } }]),
    undefined,
    110,
  )
  expect(after).not.toBe(before)
  expect(after.longitudeOffsets).toBe(before.longitudeOffsets)
  expect(after).toMatchObject({ version: 2, sequence: 2, movedRows: [1, 2], markedRows: [1, 2] })
  expect([after.penIds[1], after.flags[1], after.batteries[1]]).toEqual([5, flags.outside, 12])
  expect(after.stepMetres).toBeCloseTo(8, 0)
})

test('places distant animals, and none without a position', () => {
  const far = { slot: 0, at: [0.25, -0.5] as [number, number], mark: plain }
  const none = { slot: 1, at: [Number.NaN, Number.NaN] as [number, number], mark: plain }
  const columns = applyFrame(undefined, frame('snapshot', 1, [far, none, { ...none, slot: 2 }]), roster, 100)
  expect([...columns.longitudeOffsets]).toEqual([0.25, Number.NaN, Number.NaN])
  expect([...columns.latitudeOffsets]).toEqual([-0.5, Number.NaN, Number.NaN])
})

test('moves an animal on from where it is drawn', () => {
  let columns = applyFrame(undefined, snapshot(), roster, 100)
  columns = applyFrame(columns, frame('delta', 2, [{ slot: 0, at: [0.001, 0] }]), undefined, 110)
  const halfway = 110 + glideS / 2
  const drawn = drawnOffset(columns, 0, halfway)
  expect(drawn[0]).toBeCloseTo(0.0005)
  columns = applyFrame(columns, frame('delta', 3, [{ slot: 0, at: [0.001, 0.001] }]), undefined, halfway)
  expect(drawnOffset(columns, 0, halfway)[0]).toBeCloseTo(drawn[0], 9)
  expect(drawnOffset(columns, 0, halfway + glideS)[1]).toBeCloseTo(0.001)
})

test('starts no motion for an unmoved animal or a leap', () => {
  let columns = applyFrame(undefined, snapshot(), roster, 100)
  columns = applyFrame(columns, frame('delta', 2, [{ slot: 0, at: [0, 0], heardAt: herdAt }]), undefined, 110)
  expect(columns.stepMetres).toBe(0)
  columns = applyFrame(columns, frame('delta', 3, [{ slot: 0, at: [0.1, 0] }]), undefined, 120)
  expect(columns.stepMetres).toBe(0)
  expect(drawnOffset(columns, 0, 120)[0]).toBeCloseTo(0.1)
})

test('continues motion at a frame without moves', () => {
  let columns = applyFrame(undefined, snapshot(), roster, 100)
  columns = applyFrame(columns, frame('delta', 2, [{ slot: 1, at: [0.0011, 0.001] }]), undefined, 110)
  columns = applyFrame(columns, frame('delta', 3, []), undefined, 110.25)
  expect(columns).toMatchObject({ steppedAtS: 110, movedRows: [0, 0] })
  expect(columns.stepMetres).toBeCloseTo(8, 0)
  columns = applyFrame(columns, frame('delta', 4, []), undefined, 112)
  expect(columns.stepMetres).toBe(0)
})

test('continues from the picture at a second snapshot, with other animals', () => {
  const before = applyFrame(undefined, snapshot(), roster, 100)
  const moved = frame('snapshot', 9, [
    { slot: 0, at: [0.5, 0.5], mark: plain },
    { slot: 1, at: [0.0001, 0], mark: plain },
  ])
  const after = applyFrame(
    before,
    moved,
    { farmId: 7, animalIds: [99, 11], visualTags: ['99', '11'], penIds: [4, 4] },
    200,
  )
  expect(after).toMatchObject({ count: 2, version: 2, animalIds: [99, 11] })
  expect(drawnOffset(after, 1, 200)[0]).toBeCloseTo(0)
  expect(drawnOffset(after, 1, 200 + glideS)[0]).toBeCloseTo(0.0001)
  expect(drawnOffset(after, 0, 200)[0]).toBeCloseTo(0.5)
})

test('keeps the columns’ clock precise for weeks', () => {
  let columns = applyFrame(undefined, snapshot(), roster, 100)
  const passedS = 21 * 86_400
  const weeks = 100 + passedS
  const late = { ...frame('delta', 2, [{ slot: 0, at: [0.0001, 0] }]), herdAt: herdAt + passedS * 1000 }
  columns = applyFrame(columns, late, undefined, weeks)
  expect(columns).toMatchObject({ baseS: weeks, baseAt: late.herdAt })
  expect([...columns.heardAtS]).toEqual([0, -passedS - 60, neverS])
  expect(columns.movedRows).toEqual([0, 3])
  expect(drawnOffset(columns, 0, weeks + glideS / 4)[0]).toBeCloseTo(0.000025, 7)
  expect(drawnOffset(columns, 1, weeks)[0]).toBeCloseTo(0.001)
})

test('rejects frames that cannot be applied', () => {
  expect(() => applyFrame(undefined, frame('delta', 2, []), undefined, 0)).toThrow(RangeError)
  expect(() => applyFrame(undefined, snapshot(), undefined, 0)).toThrow(RangeError)
  expect(() =>
    applyFrame(undefined, snapshot(), { farmId: 7, animalIds: [1], visualTags: ['1'], penIds: [4] }, 0),
  ).toThrow(RangeError)
})
