// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createHerd, type Herd } from './herd.ts'
import { createScene } from './createScene.ts'
import type { ReadingMessage, SentReading } from './message.ts'
import { depth, toPlace } from './plane.ts'

const scene = createScene()
/** A forenoon at the farms. */
const startAt = Date.UTC(2026, 4, 1, 2)
const minuteMs = 60_000
const animals = new Map(scene.animals.map((animal) => [animal.neckband, animal]))
const gateways = new Map(scene.gateways.map((gateway) => [gateway.mac, gateway]))

function live(herd: Herd, from: number, minutes: number): ReadingMessage[] {
  const messages: ReadingMessage[] = []
  for (let at = from + 1000; at <= from + minutes * minuteMs; at += 1000) messages.push(...herd.advance(at))
  return messages
}

function depthOf(reading: SentReading): number {
  const animal = animals.get(reading.neckband)
  if (!animal) throw new Error(`nobody wears ${reading.neckband}`)
  return depth(animal.pen.sides, toPlace(animal.farm.origin, [Number(reading.longitude), Number(reading.latitude)]))
}

describe('live', () => {
  const messages = live(createHerd(scene, { startAt }), startAt, 4)
  const readings = messages.flatMap((message) => message.readings)

  it('is the same for the same seed', () => {
    expect(live(createHerd(scene, { startAt }), startAt, 1)).toStrictEqual(
      live(createHerd(createScene(), { startAt }), startAt, 1),
    )
  })

  it('differs for another seed', () => {
    expect(live(createHerd(scene, { startAt, seed: 2 }), startAt, 1)).not.toStrictEqual(
      live(createHerd(scene, { startAt }), startAt, 1),
    )
  })

  it('hears each neckband about every five seconds', () => {
    const perNeckband = new Map<string, number[]>()
    for (const { neckband, at } of readings) {
      const instants = perNeckband.get(neckband) ?? []
      instants.push(Number(at))
      perNeckband.set(neckband, instants)
    }
    expect(perNeckband.size).toBeGreaterThan(1100)
    const gaps = [...perNeckband.values()]
      .flatMap((all) => all.slice(1).map((at, index) => at - (all[index] ?? at)))
      .toSorted((a, b) => a - b)
    expect(gaps[0]).toBeGreaterThan(4000)
    expect(gaps[Math.floor(gaps.length / 2)]).toBeGreaterThan(4500)
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(5500)
  })

  it('keeps the animals in their pens', () => {
    const leaving = createHerd(scene, { startAt }).troubles.leave(startAt + 4 * minuteMs)?.animal
    const outside = readings.filter((reading) => reading.neckband !== leaving?.neckband && depthOf(reading) < -1)
    expect(outside).toStrictEqual([])
  })

  it('moves', () => {
    const first = new Map<string, SentReading>()
    const moved = new Set<string>()
    for (const reading of readings) {
      const before = first.get(reading.neckband)
      if (!before) first.set(reading.neckband, reading)
      else if (before.longitude !== reading.longitude) moved.add(reading.neckband)
    }
    expect(moved.size).toBe(first.size)
    const walking = readings.filter(({ moving }) => moving).length / readings.length
    expect(walking).toBeGreaterThan(0.3)
    expect(walking).toBeLessThan(0.9)
  })

  it('sends what wire clients may send', () => {
    const faulty = messages.filter(({ gateway, sentAt, readings }) => {
      const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(sentAt)
      return !gateways.has(gateway) || !isTime || readings.length < 1 || readings.length > 1000
    })
    expect(faulty).toStrictEqual([])
    const odd = readings.filter(({ at, rssi = 0, battery = -1, temperatureC = 0 }) => {
      const isBody = Math.abs(temperatureC - 38.5) < 1.5
      return Number(at) > startAt + 4 * minuteMs || rssi >= 0 || battery < 0 || battery > 100 || !isBody
    })
    expect(odd).toStrictEqual([])
  })
})

describe('an animal that leaves', () => {
  const animal = 500
  const leaver = scene.animals[animal]?.neckband
  const herd = createHerd(scene, { startAt, leaves: [{ at: startAt + minuteMs, animal }] })
  const depths = live(herd, startAt, 25)
    .flatMap(({ readings }) => readings)
    .filter(({ neckband }) => neckband === leaver)
    .map((reading) => ({ minute: (Number(reading.at) - startAt) / minuteMs, depth: depthOf(reading) }))

  it('gets out of its pen, and no further than 190 m', () => {
    const furthest = Math.min(...depths.map(({ depth }) => depth))
    expect(furthest).toBeLessThan(-80)
    expect(furthest).toBeGreaterThan(-190)
  })

  it('is back after ten to twenty minutes', () => {
    const outside = depths.filter(({ depth }) => depth < -3).map(({ minute }) => minute)
    const spell = Math.max(...outside) - Math.min(...outside)
    expect(spell).toBeGreaterThan(6)
    expect(spell).toBeLessThan(20)
    expect(depths.at(-1)?.depth).toBeGreaterThan(0)
  })
})

describe('a gateway that fails', () => {
  it('silences the animals that no other gateway hears, and nobody else', () => {
    const herd = createHerd(scene, { startAt })
    const alone = (gateway: (typeof scene.gateways)[number]) => gateway.pen.gateways.length === 1
    let [at, down] = [
      startAt,
      scene.gateways.filter((gateway) => alone(gateway) && herd.troubles.isDown(gateway, startAt)),
    ]
    while (down.length === 0) {
      at += minuteMs
      down = scene.gateways.filter((gateway) => alone(gateway) && herd.troubles.isDown(gateway, at))
    }
    herd.advance(at)
    const heard = new Set(live(herd, at, 0.5).flatMap(({ readings }) => readings.map(({ neckband }) => neckband)))
    const silent = scene.animals.filter((animal) => !heard.has(animal.neckband) && !herd.troubles.isSilent(animal, at))
    expect(silent.length).toBeGreaterThan(20)
    for (const { pen } of silent)
      expect(pen.gateways.some((gateway) => herd.troubles.isDown(gateway, at + minuteMs / 4))).toBe(true)
  })
})

describe('history', () => {
  it('has one reading of each neckband that is heard in a step', () => {
    const steps = [...createHerd(scene, { startAt }).history(startAt, startAt + 120 * minuteMs, 30 * minuteMs)]
    expect(steps.map(({ at }) => (at - startAt) / minuteMs)).toStrictEqual([30, 60, 90, 120])
    for (const { at, messages } of steps) {
      const readings = messages.flatMap((message) => message.readings)
      expect(readings.length).toBeGreaterThan(1050)
      expect(readings.length).toBeLessThan(1230)
      for (const reading of readings) {
        expect(Number(reading.at)).toBeLessThanOrEqual(at)
        expect(Number(reading.at)).toBeGreaterThan(at - 30 * minuteMs)
      }
    }
  })

  it('lets the neckbands take turns, so that each gateway is heard in each step', () => {
    const steps = [
      ...createHerd(scene, { startAt }).history(startAt, startAt + 81 * minuteMs, 27 * minuteMs, 9 * minuteMs),
    ]
    expect(steps).toHaveLength(9)
    for (const { messages } of steps)
      expect(new Set(messages.map(({ gateway }) => gateway)).size).toBeGreaterThanOrEqual(22)
    const one = steps
      .flatMap(({ messages }) => messages.flatMap(({ readings }) => readings))
      .filter(({ neckband }) => neckband === scene.animals[0]?.neckband)
    expect(one).toHaveLength(3)
  })

  it('flows into live', () => {
    const herd = createHerd(scene, { startAt })
    const last = new Map<string, SentReading>()
    for (const { messages } of herd.history(startAt, startAt + 60 * minuteMs, 10 * minuteMs)) {
      for (const reading of messages.flatMap(({ readings }) => readings)) last.set(reading.neckband, reading)
    }
    const first = new Map<string, SentReading>()
    for (const reading of live(herd, startAt + 60 * minuteMs, 0.2).flatMap(({ readings }) => readings)) {
      if (!first.has(reading.neckband)) first.set(reading.neckband, reading)
    }
    for (const [neckband, reading] of first) {
      const before = last.get(neckband)
      const farm = animals.get(neckband)?.farm
      if (!before || !farm) continue
      const [a, b] = [before, reading].map((one) => toPlace(farm.origin, [Number(one.longitude), Number(one.latitude)]))
      expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBeLessThan(40)
    }
  })
})

describe('troubles', () => {
  const { troubles } = createHerd(scene, { startAt })
  const days = Array.from({ length: 12 }, (_, day) => startAt + day * 5 * 86_400_000)

  it('wears a handful of batteries down at any time', () => {
    for (const at of days) {
      const batteries = scene.animals.map((animal) => troubles.battery(animal, at))
      const under15 = batteries.filter((battery) => battery < 15).length
      const under20 = batteries.filter((battery) => battery >= 15 && battery < 20).length
      expect(under15).toBeGreaterThanOrEqual(4)
      expect(under15).toBeLessThanOrEqual(8)
      expect(under20).toBeGreaterThanOrEqual(2)
      expect(under20).toBeLessThanOrEqual(6)
    }
  })

  it('leaves about nine animals unheard at any time', () => {
    for (const at of days) {
      const silent = scene.animals.filter((animal) => troubles.isSilent(animal, at)).length
      expect(silent).toBeGreaterThanOrEqual(7)
      expect(silent).toBeLessThanOrEqual(12)
    }
  })

  it('cuts one farm off once in thirty days, for three and a half hours', () => {
    for (const from of days) {
      let minutes = 0
      for (let at = from; at < from + 30 * 86_400_000; at += 5 * minuteMs) {
        minutes += 5 * scene.farms.filter((farm) => troubles.isCutOff(farm, at)).length
      }
      expect(minutes).toBeGreaterThanOrEqual(205)
      expect(minutes).toBeLessThanOrEqual(215)
    }
  })

  it('lets an animal out about every two and a half hours', () => {
    const leaves = new Set<number>()
    for (let at = startAt; at < startAt + 10 * 86_400_000; at += 5 * minuteMs) {
      const leave = troubles.leave(at)
      if (leave) leaves.add(leave.from)
    }
    expect(leaves.size).toBeGreaterThan(80)
    expect(leaves.size).toBeLessThan(110)
  })
})
