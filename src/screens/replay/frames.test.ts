// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { type HerdDay, inNoPen, noPosition, notHeard } from '#contract/herd/replay.ts'
import { beginOf, headsAt, herdDotsAt, openHerdDay } from './herdFrames.ts'
import { toCsv, toGpx } from './trackFiles.ts'
import { piecesOf, trackDotAt } from './trackFrames.ts'

const minuteMs = 60_000
const nobody = new Set<number>()
const column = (values: readonly number[]) => Buffer.from(Int32Array.from(values).buffer).toString('base64')

/** Two animals in twelve steps: one reports in each but for an hour, the other once and without a position. */
function dayOf(): HerdDay {
  const steps = 24
  const isGap = (step: number) => step >= 6 && step < 18
  const one = Array.from({ length: steps }, (_, step) => step)
  const pens = [...one.map((step) => (isGap(step) ? notHeard : step < 6 ? 7 : inNoPen)), ...one.map((step) => (step === 2 ? 8 : notHeard))]
  const place = (degrees: (step: number) => number) => [...one.map((step) => (isGap(step) ? noPosition : degrees(step))), ...one.map(() => noPosition)]
  return {
    day: '2026-05-01', from: 0, to: 24 * 60 * minuteMs, until: steps * 5 * minuteMs, timeZone: 'UTC', breaks: [], alerts: [], readingsUntil: '', hoursUntil: '',
    farm: { id: 1, name: 'North', windowMinutes: 60, boundary: { type: 'Polygon', coordinates: [] }, pens: [] },
    stepMinutes: 5,
    steps,
    animals: { ids: [1, 2], tags: ['01', '02'], longitudes: column(place((step) => 116_000_000 + step * 100)), latitudes: column(place(() => 44_000_000)), pens: column(pens) },
  }
}

describe('the day of a herd', () => {
  const frames = openHerdDay(dayOf())
  const at = (minutes: number, glides = true) => herdDotsAt(frames, minutes * minuteMs, new Set([1]), glides).map(({ id, at: [longitude], isSilent, isAlerted }) => [id, Number(longitude.toFixed(6)), isSilent, isAlerted])

  test('an animal glides between two places, and jumps where nothing may glide', () => {
    expect(at(7.5)).toEqual([[1, 116.00015, false, true]])
    expect(at(7.5, false)).toEqual([[1, 116.0001, false, true]])
  })

  test('in a gap it stays where it was and looks silent, until it is heard again', () => {
    expect([at(26), at(60), at(89)]).toEqual(Array.from({ length: 3 }, () => [[1, 116.0005, true, true]]))
    expect(at(90)).toEqual([[1, 116.0018, false, true]])
  })

  test('heads are counted where they were heard last, within the window', () => {
    expect([12, 50, 89, 91].map((minutes) => headsAt(frames, minutes * minuteMs, 60)).map(({ byPen, outside, notHeard: silent }) => [[...byPen], outside, silent])).toEqual([
      [[[7, 1], [8, 1]], 0, 0],
      [[[7, 1], [8, 1]], 0, 0],
      [[[7, 1]], 0, 1],
      [[], 1, 1],
    ])
  })

  test('begins where there is something to be seen; of an empty day there is nothing', () => {
    expect(beginOf(frames)).toBe(0)
    const empty = openHerdDay({ ...dayOf(), steps: 0, animals: { ids: [1], tags: ['01'], longitudes: '', latitudes: '', pens: '' } })
    expect([herdDotsAt(empty, 0, nobody, true), headsAt(empty, 0, 60).notHeard, beginOf(empty)]).toEqual([[], 1, 0])
  })
})

describe('a track', () => {
  const track = {
    animal: { id: 1, visualTag: 'A & B' }, day: '2026-05-01', timeZone: 'Asia/Shanghai',
    at: [0, 1, 2, 62, 63].map((minutes) => minutes * minuteMs), longitudes: [116, 116.1, 116.2, 117, 117.1], latitudes: [44, 44, 44, 44, 44], gaps: [{ from: 2 * minuteMs, to: 62 * minuteMs }],
  }
  const at = (minutes: number, glides = true) => trackDotAt(track, 1, minutes * minuteMs, false, glides).map((dot) => [Number(dot.at[0].toFixed(3)), dot.isSilent])
  const fixes = track.at.map((instant, index) => ({ at: instant, longitude: track.longitudes[index] ?? 0, latitude: 44, accuracyM: index === 0 ? 4 : null }))

  test('is never filled in over a gap', () => {
    expect([at(-1), at(0.5), at(0.5, false), at(30), at(61.9), at(62.5), at(90)].flat()).toEqual([[116.05, false], [116, false], [116.2, true], [116.2, true], [117.05, false], [117.1, true]])
    expect(piecesOf(track).map((piece) => piece.map(([longitude]) => longitude))).toEqual([[116, 116.1, 116.2], [117, 117.1]])
  })

  test('as GPX has a segment for each piece, and times in UTC', () => {
    const gpx = toGpx(track, fixes)
    expect(gpx.match(/<trkseg>/g)).toHaveLength(2)
    expect(gpx).toContain('<name>A &#38; B</name>')
    expect(gpx).toContain('<trkpt lat="44" lon="117"><time>1970-01-01T01:02:00.000Z</time></trkpt>')
    expect(gpx.indexOf('</trkseg><trkseg>')).toBeLessThan(gpx.indexOf('lon="117"'))
  })

  test('as CSV says its times in UTC and in the farm’s zone', () => {
    expect(toCsv(track, fixes).split('\r\n').slice(0, 3)).toEqual([
      'time_utc,time_Asia/Shanghai,longitude,latitude,accuracy_m',
      '1970-01-01T00:00:00.000Z,1970-01-01T08:00:00+08:00,116,44,4',
      '1970-01-01T00:01:00.000Z,1970-01-01T08:01:00+08:00,116.1,44,',
    ])
  })
})
