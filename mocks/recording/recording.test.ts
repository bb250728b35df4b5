// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { toBatches } from './batches.ts'
import { outage, recordDirtyCollars, recordPennedHerd } from './madeRecordings.ts'
import { readOptions } from './options.ts'
import { assignPens, deriveStage } from './stage.ts'
import { parseTable } from './table.ts'
import { findColumns, readRecording, toTime } from './tracks.ts'

const origin: LongitudeLatitude = [-100, 38]

describe('table', () => {
  it.each([
    [
      'a,b\n1,2\n3,4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['\uFEFFa;b\r\n1;2\r\n\r\n', [['1', '2']]],
    ['a\tb\n"x ""y""\t,"\t2', [['x "y"\t,', '2']]],
    ['a,b\n,\n', [['', '']]],
  ])('reads %j', (text, rows) => {
    expect(parseTable(text)).toStrictEqual({ columns: ['a', 'b'], rows })
  })
})

describe('columns', () => {
  it.each([
    [['calftag', 'x', 'y', 'dateTime'], '', { id: 'calftag', time: 'dateTime', across: 'x', up: 'y', isMetres: true }],
    [
      ['id_collar', 'lat', 'lng', 'time_stamp'],
      '',
      { id: 'id_collar', time: 'time_stamp', across: 'lng', up: 'lat', isMetres: false },
    ],
    [
      ['ID', 'Longitude', 'Latitude', 'x', 'y', 'Time'],
      '',
      { id: 'ID', time: 'Time', across: 'Longitude', up: 'Latitude', isMetres: false },
    ],
    [
      ['who', 'e', 'n', 'when'],
      'id=who,x=e,y=n,time=when',
      { id: 'who', time: 'when', across: 'e', up: 'n', isMetres: true },
    ],
  ])('are found in %j with %j', (names, named, columns) => {
    expect(findColumns(names, named)).toStrictEqual(columns)
  })

  it('names the missing columns', () => {
    expect(() => findColumns(['id', 'time'])).toThrow(/column for lon/)
    expect(() => findColumns(['id', 'x', 'y', 'time'], 'id=nobody')).toThrow(/nobody/)
  })
})

describe('times', () => {
  it.each([
    ['2018-06-01T06:00:00Z', Date.UTC(2018, 5, 1, 6)],
    ['2018-06-01 06:00:00', Date.UTC(2018, 5, 1, 6)],
    ['2018-06-01 06:00:00.250+02:00', Date.UTC(2018, 5, 1, 4, 0, 0, 250)],
    ['1527832800', Date.UTC(2018, 5, 1, 6)],
    ['1527832800000', Date.UTC(2018, 5, 1, 6)],
    ['2016-00-00 00:00:00', '2016-00-00 00:00:00'],
    ['yesterday', 'yesterday'],
  ])('%s', (text, at) => expect(toTime(text)).toBe(at))
})

describe('rows', () => {
  const { tracks, from, to } = readRecording(
    'id,lat,lon,time\na,37,-3,2022-02-01T00:10:00Z\nb,99,-3,2022-02-01T00:05:00Z\nb,37,-3,nonsense\na,37,-3,2098-01-01T00:00:00Z\na,,,2022-02-01T00:10:00Z\nc,x,-3,2022-02-01T00:20:00Z',
    origin,
  )

  it('are sorted by time; those without a valid time keep their place', () => {
    expect(
      tracks.map(({ id, at }) => [id, typeof at === 'number' ? new Date(at).toISOString().slice(0, 16) : at]),
    ).toStrictEqual([
      ['b', '2022-02-01T00:05'],
      ['b', 'nonsense'],
      ['a', '2098-01-01T00:00'],
      ['a', '2022-02-01T00:10'],
      ['a', '2022-02-01T00:10'],
      ['c', '2022-02-01T00:20'],
    ])
    expect([from, to]).toStrictEqual([Date.UTC(2022, 1, 1, 0, 5), Date.UTC(2022, 1, 1, 0, 20)])
  })

  it('are kept as recorded, right or wrong', () => {
    expect(tracks.map(({ latitude }) => latitude)).toStrictEqual([99, 37, 37, 37, null, 'x'])
  })

  it('are sent in batches that never end in an impossible time', () => {
    expect(
      [...toBatches(tracks, from, to)].map(({ at, tracks }) => [(at - from) / 60_000, tracks.length]),
    ).toStrictEqual([
      [0, 3],
      [5, 2],
      [15, 1],
    ])
  })
})

describe('cattle in a pen', () => {
  const made = recordPennedHerd()
  const recording = readRecording(made.tracks, origin)
  const stage = deriveStage(made.fences, recording.tracks, { isMetres: false, origin })
  const instantsOf = Map.groupBy(recording.tracks, ({ id }) => id)

  it('keeps every row', () => {
    expect(recording.tracks).toHaveLength(made.tracks.trim().split('\n').length - 1)
    expect(new Date(recording.from).toISOString()).toMatch(/^2026-05-01T06:00:/)
  })

  it('are heard every 5 s, with gaps, and never during the outage', () => {
    const gaps = [...instantsOf.values()]
      .flatMap((rows) => rows.slice(1).map(({ at }, i) => Number(at) - Number(rows[i]?.at)))
      .toSorted((a, b) => a - b)
    expect(Math.abs((gaps[Math.floor(gaps.length / 2)] ?? 0) - 5000)).toBeLessThan(500)
    expect(gaps.at(-1)).toBeGreaterThan(60 * 60_000)
    expect(recording.tracks.filter(({ at }) => Number(at) > outage.from && Number(at) < outage.to)).toEqual([])
  })

  it('are all in one of the farm’s pens', () => {
    expect(stage.pens.length).toBeGreaterThan(2)
    const penOf = assignPens(recording.tracks, stage.pens)
    expect(penOf.size).toBe(20)
    expect(new Set(penOf.values()).size).toBe(1)
  })

  it('makes batches of at most a minute and 1,000 rows that hold everything once', () => {
    let rows = 0
    let before = -Infinity
    for (const { at, tracks } of toBatches(recording.tracks, recording.from, recording.to)) {
      expect(at).toBeGreaterThanOrEqual(before)
      expect(tracks.length).toBeLessThanOrEqual(1000)
      before = at
      rows += tracks.length
    }
    expect(rows).toBe(recording.tracks.length)
  })
})

describe('collars on the hills', () => {
  const recording = readRecording(recordDirtyCollars().tracks, origin)

  it('sends impossible positions as they are, and puts the farm where the animals are', () => {
    expect(recording.tracks).toHaveLength(38 * 480)
    expect(recording.tracks.some(({ longitude, latitude }) => longitude === 0 && latitude === 1.003_906_3)).toBe(true)
    const { boundary, pens, gateway } = deriveStage(null, recording.tracks, { isMetres: false, origin })
    expect(pens).toStrictEqual([])
    for (const [longitude, latitude] of boundary.coordinates[0] ?? []) {
      expect(Math.abs(longitude + 3.4)).toBeLessThan(1)
      expect(Math.abs(latitude - 37.1)).toBeLessThan(1)
    }
    expect(gateway[1]).toBeCloseTo(37.1, 1)
  })
})

describe('options', () => {
  it('are read', () => {
    expect(
      readOptions(['--tracks', '/a/herd.csv', '--speed', 'max', '--origin', '-100,38.5', '--exit', '--data', 'd']),
    ).toMatchObject({
      farm: 'herd',
      speed: 'max',
      origin: [-100, 38.5],
    })
  })

  it.each([
    [[], '--tracks'],
    [['--tracks', 'a', '--speed', '0'], '--speed 0'],
    [['--tracks', 'a', '--origin', '1'], '--origin 1'],
    [['--nonsense'], '--nonsense'],
  ])('rejects %j', (args, words) => {
    expect(() => readOptions(args)).toThrow(words)
  })
})
