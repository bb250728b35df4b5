import { describe, expect, it } from 'vitest'
import { HerdColumns } from '../columns.ts'
import { Herd } from '../herd.ts'
import { collarGroups, updateCompanions } from './companions.ts'
import { Neighbours } from './neighbours.ts'

const hour = 3_600_000
const minute = 60_000
const start = 500_000 * hour
const origin = [116, 44] as const
const degrees = (eastMetres: number, northMetres = 0) => ({
  longitude: origin[0] + eastMetres / (111_320 * Math.cos((origin[1] * Math.PI) / 180)),
  latitude: origin[1] + northMetres / 111_320,
})
const slots = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    animalId: i + 1,
    visualTag: `0${i + 1}`,
    neckbandId: 100 + i,
    pairedAt: start,
    pledgedTo: 0,
    penId: 7,
  }))
const columnsOf = (count: number) => new HerdColumns(slots(count), [...origin])
const silent = {
  longitude: Number.NaN,
  latitude: Number.NaN,
  accuracyM: Number.NaN,
  rssi: Number.NaN,
  activity: Number.NaN,
  moving: null,
  tamper: null,
}

describe('stillness', () => {
  const stillHours = (readings: object[], everyMinutes = 60) => {
    const { behaviour } = columnsOf(1)
    for (const [i, reading] of readings.entries())
      behaviour.hear(0, { ...silent, at: start + i * everyMinutes * minute, ...reading }, 0, false)
    return ((behaviour.motionToldAt[0] as number) - (behaviour.stillSince[0] as number)) / hour
  }
  it.each([
    ['says it does not move', [{ moving: false }, { moving: false }, { moving: false }], 2],
    ['moves at the end', [{ moving: false }, { moving: false }, { moving: true }], 0],
    [
      'is active, whatever it says of movement',
      [{ moving: false }, { moving: false, activity: 0.2 }, { moving: false, activity: 0.02 }],
      1,
    ],
    ['stays where it lay, as far as positions scatter', [degrees(0), degrees(9), degrees(-9), degrees(5)], 3],
    ['moves within its pen', [degrees(0), degrees(12), degrees(0), degrees(2)], 1],
    [
      'errs by as much as it says',
      [degrees(0), ...[18, -18, 5].map((metres) => ({ ...degrees(metres), accuracyM: 10 }))],
      3,
    ],
    [
      'says that it errs by more than a pen is wide',
      [degrees(0), ...[24, 26, 24].map((metres) => ({ ...degrees(metres), accuracyM: 80 }))],
      1,
    ],
    ['walks away slowly', [degrees(0), degrees(6), degrees(12), degrees(18)], 1],
    ['tells only that it is there: nobody knows', [{}, {}, {}], Number.NaN],
  ])('%s', (_name, readings, hours) => {
    expect(stillHours(readings)).toBe(hours)
  })
  it('is measured from the first position although the farm’s slots changed', () => {
    const before = columnsOf(1)
    before.behaviour.hear(0, { ...silent, at: start, ...degrees(0) }, 0, false)
    const { behaviour } = columnsOf(2)
    behaviour.copyFrom(before.behaviour, 0, 1)
    behaviour.hear(1, { ...silent, at: start + hour, ...degrees(20) }, 0, false)
    expect(behaviour.stillSince[1]).toBe(start + hour)
  })
  it('starts again after hours without a motion report', () => {
    expect(stillHours([{ moving: false }, { moving: false }, { moving: false }], 181)).toBe(0)
  })
})

it('remembers when it was opened until it reports being closed', () => {
  const { behaviour } = columnsOf(1)
  const hearTamper = (minutes: number, tamper: boolean | null) =>
    behaviour.hear(0, { ...silent, at: start + minutes * minute, tamper }, 0, false)
  hearTamper(0, true)
  hearTamper(1, true)
  hearTamper(2, null)
  expect(behaviour.tamperSince[0]).toBe(start)
  hearTamper(3, false)
  expect(behaviour.tamperSince[0]).toBeNaN()
})

it('counts impossible and far positions among the last eight', () => {
  const { behaviour } = columnsOf(1)
  let at = start
  const hearPosition = (reading: object, isImpossible = false) =>
    behaviour.hear(0, { ...silent, at: (at += minute), ...reading }, 0, isImpossible)
  for (let i = 0; i < 3; i++) hearPosition({}, true)
  hearPosition(degrees(60_000))
  hearPosition(degrees(10))
  hearPosition({ rssi: -60 })
  expect(behaviour.badPositionsOf(0)).toBe(4)
  for (let i = 0; i < 6; i++) hearPosition(degrees(10))
  expect(behaviour.badPositionsOf(0)).toBe(1)
  hearPosition(degrees(10))
  expect(behaviour.badPositionsOf(0)).toBe(0)
})

describe('an aged position that follows the message reporting it', () => {
  const { herd, device, behaviour } = (() => {
    const columns = columnsOf(1)
    const nowhere = { rings: [], minX: 0, minY: 0, maxX: 0, maxY: 0 }
    const farm = {
      id: 1,
      name: '',
      supervisorOrgId: null,
      windowMinutes: 60,
      timeZone: 'UTC',
      projects: [],
      insured: [],
      boundary: nowhere,
      pens: new Map(),
      zones: new Map(),
      columns,
      epoch: 1,
    }
    return { herd: new Herd(), device: { neckbandId: 100, herd: farm, slot: 0 }, behaviour: columns.behaviour }
  })()
  const unsaid = { ...silent, battery: Number.NaN, temperatureC: Number.NaN }
  const hearAged = (hours: number, position: object, isImpossible = false) => {
    herd.hear(device, undefined, { ...unsaid, at: start + hours * hour, moving: false })
    herd.hear(device, undefined, { ...unsaid, at: start + hours * hour - 5 * minute, ...position }, isImpossible)
  }
  it('reports that the animal moved without dating newer values back', () => {
    hearAged(1, degrees(0))
    hearAged(2, degrees(5))
    expect(behaviour.stillSince[0]).toBe(start + hour)
    hearAged(3, degrees(20))
    expect([behaviour.stillSince[0], behaviour.motionToldAt[0]]).toEqual([
      start + 3 * hour - 5 * minute,
      start + 3 * hour,
    ])
  })
  it('counts once among the last eight, and never when out of order', () => {
    hearAged(4, {}, true)
    hearAged(4, {}, true)
    hearAged(5, degrees(60_000))
    herd.hear(device, undefined, { ...unsaid, at: start + 4 * hour }, true)
    expect(behaviour.badPositionsOf(0)).toBe(2)
  })
})

describe('signal strength', () => {
  /** Heard every ten minutes for `hours` hours. */
  const heard = (hours: number, dbm: (minute: number) => number, gatewayOf: (minute: number) => number = () => 3) => {
    const { behaviour } = columnsOf(1)
    for (let at = 0; at <= hours * 60; at += 10)
      behaviour.hear(0, { ...silent, at: start + at * minute, rssi: dbm(at) }, gatewayOf(at), false)
    return behaviour.signals.steadyHours(0)
  }
  it.each([
    ['scatters about one level', heard(50, (at) => -70 + (at % 40) / 10), 50],
    ['changes by much from hour to hour', heard(50, (at) => (at % 120 < 60 ? -60 : -80)), 1],
    ['changed once', heard(50, (at) => (at < 600 ? -60 : -80)), 40],
    [
      'another gateway hears it now and then',
      heard(
        50,
        (at) => (at % 50 === 0 ? -90 : -70),
        (at) => (at % 50 === 0 && at > 0 ? 4 : 3),
      ),
      49,
    ],
  ])('%s', (_name, hours, expected) => {
    expect(hours).toBe(expected)
  })
})

describe('companions', () => {
  /** Hour by hour, where each animal is (metres). */
  const live = (hours: number, placeOf: (slot: number, hour: number) => number, count = 4) => {
    const columns = columnsOf(count)
    for (let i = 0; i < hours; i++) {
      for (let slot = 0; slot < count; slot++) {
        const { longitude, latitude } = degrees(placeOf(slot, i))
        columns.longitude[slot] = longitude
        columns.latitude[slot] = latitude
        columns.fixedAt[slot] = start + i * hour + slot * minute
      }
      updateCompanions(columns, start + i * hour + 10 * minute)
    }
    return columns
  }
  it('finds the collars of one bag, regardless of animals nearby at first', () => {
    // Animal 1 stands next to the bag for two hours, and leaves.
    const columns = live(60, (slot, at) => (slot === 0 ? (at < 2 ? 0 : 500) : at * 40 + slot * 2))
    expect(collarGroups(columns, 48)).toEqual([
      {
        by: 'PLACE',
        members: [
          { visualTag: '02', hours: 57 },
          { visualTag: '03', hours: 57 },
          { visualTag: '04', hours: 57 },
        ].map((one) => expect.objectContaining({ visualTag: one.visualTag })),
      },
    ])
  })
  it('tolerates positions that scatter apart now and then', () => {
    const columns = live(80, (slot, at) => (slot === 3 && at % 12 === 0 ? 14 : slot))
    expect(collarGroups(columns, 48)[0]?.members.length).toBe(4)
  })
  it('ignores animals that lie together only every other hour', () => {
    const columns = live(200, (slot, at) => (at % 2 === 0 ? slot : slot * 50))
    expect(collarGroups(columns, 10)).toEqual([])
  })
  it('ignores positions far apart in time', () => {
    const columns = columnsOf(2)
    for (let i = 0; i < 60; i++) {
      for (let slot = 0; slot < 2; slot++) {
        columns.longitude[slot] = origin[0]
        columns.latitude[slot] = origin[1]
        columns.fixedAt[slot] = start + i * hour - slot * 20 * minute
      }
      updateCompanions(columns, start + i * hour)
    }
    expect(collarGroups(columns, 1)).toEqual([])
  })
  it('updates within the hour after a clock that was ahead', () => {
    const columns = live(1, (slot) => slot)
    updateCompanions(columns, start + 24 * hour)
    columns.forgetLater(start + 10 * minute, start)
    columns.fixedAt.fill(start + hour)
    updateCompanions(columns, start + hour)
    expect(columns.behaviour.companionsHour).toBe((start + hour) / hour)
  })
  it('groups collars of one signal strength, except moving or different ones', () => {
    const columns = columnsOf(5)
    for (let at = 0; at <= 50 * 60; at += 30) {
      for (let slot = 0; slot < 5; slot++) {
        const rssi = slot === 4 ? -40 : -70 - slot
        columns.behaviour.hear(
          slot,
          { ...silent, at: start + at * minute, rssi, moving: slot === 3 ? true : slot === 2 ? false : null },
          3,
          false,
        )
      }
    }
    expect(collarGroups(columns, 48).map(({ by, members }) => [by, members.map(({ visualTag }) => visualTag)])).toEqual(
      [
        ['SIGNAL', ['03', '02', '01']],
        ['SIGNAL', ['05']],
      ],
    )
  })
})

it('counts the neighbours that moved since then', () => {
  const columns = columnsOf(5)
  const { behaviour } = columns
  for (let slot = 0; slot < 5; slot++) {
    behaviour.motionToldAt[slot] = slot === 4 ? start - 10 * hour : start
    behaviour.stillSince[slot] = start - [30, 1, 2, 40, 0][slot]! * hour
  }
  expect(new Neighbours().movedSince(columns, 0, start - 30 * hour, start)).toEqual({ neighbours: 3, moved: 2 })
})
