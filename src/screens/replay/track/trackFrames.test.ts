// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { toCsv, toGpx } from './trackFiles.ts'
import { piecesOf, trackDotAt } from './trackFrames.ts'

const minuteMs = 60_000

describe('a track', () => {
  const track = {
    animal: { id: 1, visualTag: 'A & B' },
    day: '2026-05-01',
    timeZone: 'Asia/Shanghai',
    at: [0, 1, 2, 62, 63].map((minutes) => minutes * minuteMs),
    longitudes: [116, 116.1, 116.2, 117, 117.1],
    latitudes: [44, 44, 44, 44, 44],
    gaps: [{ from: 2 * minuteMs, to: 62 * minuteMs }],
  }
  const at = (minutes: number, glides = true) =>
    trackDotAt(track, 1, minutes * minuteMs, false, glides).map((dot) => [Number(dot.at[0].toFixed(3)), dot.isSilent])
  const fixes = track.at.map((instant, index) => ({
    at: instant,
    longitude: track.longitudes[index] ?? 0,
    latitude: 44,
    accuracyM: index === 0 ? 4 : null,
  }))

  test('is never filled in over a gap', () => {
    expect([at(-1), at(0.5), at(0.5, false), at(30), at(61.9), at(62.5), at(90)].flat()).toEqual([
      [116.05, false],
      [116, false],
      [116.2, true],
      [116.2, true],
      [117.05, false],
      [117.1, true],
    ])
    expect(piecesOf(track).map((piece) => piece.map(([longitude]) => longitude))).toEqual([
      [116, 116.1, 116.2],
      [117, 117.1],
    ])
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
