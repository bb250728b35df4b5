// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { type HerdDay, inNoPen, noPosition, notHeard, notThere } from '#contract/herd/replay.ts'
import { beginOf, dotsOf, headsAt, herdDotsAt, firstOf, isSilentDay, openHerdDay } from './herdFrames.ts'

const minuteMs = 60_000
const nobody = new Set<number>()
const column = (values: readonly number[]) => Buffer.from(Int32Array.from(values).buffer).toString('base64')

/** Returns the state before the day for that many animals: nothing known. */
const nowhere = (count: number): HerdDay['animals']['before'] => {
  const none = Array.from({ length: count }, () => null)
  return { penIds: none, heardAt: none, longitudes: none, latitudes: none }
}

/** Two animals in twelve steps: one reports in each but for an hour, the other once and without a position. */
function dayOf(): HerdDay {
  const steps = 24
  const isGap = (step: number) => step >= 6 && step < 18
  const one = Array.from({ length: steps }, (_, step) => step)
  const pens = [
    ...one.map((step) => (isGap(step) ? notHeard : step < 6 ? 7 : inNoPen)),
    ...one.map((step) => (step === 2 ? 8 : notHeard)),
  ]
  const place = (degrees: (step: number) => number) => [
    ...one.map((step) => (isGap(step) ? noPosition : degrees(step))),
    ...one.map(() => noPosition),
  ]
  return {
    day: '2026-05-01',
    from: 0,
    to: 24 * 60 * minuteMs,
    until: steps * 5 * minuteMs,
    timeZone: 'UTC',
    breaks: [],
    alerts: [],
    readingsUntil: '',
    hoursUntil: '',
    farm: { id: 1, name: 'North', windowMinutes: 60, boundary: { type: 'Polygon', coordinates: [] }, pens: [] },
    stepMinutes: 5,
    steps,
    animals: {
      ids: [1, 2],
      tags: ['01', '02'],
      before: nowhere(2),
      longitudes: column(place((step) => 116_000_000 + step * 100)),
      latitudes: column(place(() => 44_000_000)),
      pens: column(pens),
    },
  }
}

describe('the day of a herd', () => {
  const frames = openHerdDay(dayOf())
  const at = (minutes: number, glides = true) =>
    herdDotsAt(frames, minutes * minuteMs, new Set([1]), glides).map(({ id, at: [longitude], isSilent, isAlerted }) => [
      id,
      Number(longitude.toFixed(6)),
      isSilent,
      isAlerted,
    ])

  test('counts readings at the end of their step', () => {
    const steps = 2
    const short = openHerdDay({
      ...dayOf(),
      until: 7 * minuteMs,
      steps,
      animals: { ...dayOf().animals, pens: column([7, 8, notHeard, notHeard]) },
    })
    expect([4, 5, 6, 7].map((minutes) => [...headsAt(short, minutes * minuteMs, 60)][0])).toEqual([
      [notHeard, 2],
      [7, 1],
      [7, 1],
      [8, 1],
    ])
  })

  test('moves an animal smoothly, or in jumps with reduced motion', () => {
    expect(at(7.5)).toEqual([[1, 116.00005, false, true]])
    expect(at(7.5, false)).toEqual([[1, 116, false, true]])
  })

  test('shows an animal in a gap at its last place, silent', () => {
    expect([at(31), at(60), at(94)]).toEqual(Array.from({ length: 3 }, () => [[1, 116.0005, true, true]]))
    expect(at(95)).toEqual([[1, 116.0018, false, true]])
  })

  test('counts heads where last heard within the window', () => {
    expect([15, 50, 89, 91, 95].map((minutes) => [...headsAt(frames, minutes * minuteMs, 60)])).toEqual([
      [
        [7, 1],
        [8, 1],
      ],
      [
        [7, 1],
        [8, 1],
      ],
      [
        [7, 1],
        [notHeard, 1],
      ],
      [[notHeard, 2]],
      [
        [inNoPen, 1],
        [notHeard, 1],
      ],
    ])
  })

  test('carries readings from before midnight into the day', () => {
    const day = dayOf()
    const before = {
      penIds: [5, 6],
      heardAt: [-10 * minuteMs, -50 * minuteMs],
      longitudes: [116, 116.5],
      latitudes: [44, 44],
    }
    const steps = 4
    // The first one is heard again in the third step; the second one never is.
    const late = (value: number, none: number) => column([none, none, value, none, none, none, none, none])
    const animals = {
      ...day.animals,
      before,
      pens: late(7, notHeard),
      longitudes: late(116_000_400, noPosition),
      latitudes: late(44_000_000, noPosition),
    }
    const opened = openHerdDay({ ...day, steps, animals })
    expect([0, 9, 14, 15].map((minutes) => [...headsAt(opened, minutes * minuteMs, 60)])).toEqual([
      [
        [5, 1],
        [6, 1],
      ],
      [
        [5, 1],
        [6, 1],
      ],
      [
        [5, 1],
        [notHeard, 1],
      ],
      [
        [7, 1],
        [notHeard, 1],
      ],
    ])
    expect(
      herdDotsAt(opened, 0, nobody, true).map(({ at: [longitude], isSilent }) => [
        Number(longitude.toFixed(6)),
        isSilent,
      ]),
    ).toEqual([
      [116, true],
      [116.5, true],
    ])
    const near = openHerdDay({ ...day, steps, animals: { ...animals, before: { ...before, heardAt: [0, null] } } })
    expect(
      herdDotsAt(near, 7.5 * minuteMs, nobody, true).map(({ at: [longitude], isSilent }) => [
        Number(longitude.toFixed(6)),
        isSilent,
      ]),
    ).toEqual([[116.0002, false]])
    expect([beginOf(opened), firstOf(opened)]).toEqual([0, 0])
    const begun = openHerdDay({ ...day, steps, until: 12 * minuteMs, animals: { ...animals, before: nowhere(2) } })
    expect([beginOf(begun), firstOf(begun)]).toEqual([12 * minuteMs, 10 * minuteMs])
  })

  test('omits an animal while it is not on the farm', () => {
    const day = dayOf()
    const steps = 4
    const pens = column([7, 7, notThere, notThere, notThere, notThere, 7, 7])
    const places = column([
      116_000_000,
      116_000_000,
      noPosition,
      noPosition,
      noPosition,
      noPosition,
      116_000_000,
      116_000_000,
    ])
    const opened = openHerdDay({
      ...day,
      steps,
      animals: { ...day.animals, pens, longitudes: places, latitudes: places },
    })
    expect([7, 12, 17].map((minutes) => [...headsAt(opened, minutes * minuteMs, 60)])).toEqual([
      [[7, 1]],
      [[notHeard, 1]],
      [[7, 1]],
    ])
    expect(
      [7, 12, 17].map((minutes) => herdDotsAt(opened, minutes * minuteMs, nobody, true).map(({ id }) => id)),
    ).toEqual([[1], [], [2]])
  })

  test('draws animals at their last places while paused', () => {
    const track = {
      ids: [1, 2],
      tags: ['01', '02'],
      keptIn: [7, 8],
      penIds: [7, null],
      heardAt: [58 * minuteMs, 40 * minuteMs],
      longitudes: [116.25, null],
      latitudes: [44, null],
    }
    const still = (minutes: number) => dotsOf(frames, track, minutes * minuteMs, new Set([1]))
    expect(still(60)).toEqual([{ id: 1, at: [116.25, 44], isSilent: false, isAlerted: true }])
    expect(still(90)).toMatchObject([{ id: 1, isSilent: true }])
  })

  test('begins at the first reading, or at midnight without readings', () => {
    expect(beginOf(frames)).toBe(5 * minuteMs)
    const empty = openHerdDay({
      ...dayOf(),
      steps: 0,
      animals: { ids: [1], tags: ['01'], before: nowhere(1), longitudes: '', latitudes: '', pens: '' },
    })
    expect([herdDotsAt(empty, 0, nobody, true), headsAt(empty, 0, 60).get(notHeard), beginOf(empty)]).toEqual([
      [],
      1,
      0,
    ])
    expect([isSilentDay(empty), isSilentDay(frames)]).toEqual([true, false])
  })
})
