import { describe, expect, test } from 'vitest'
import { GatewayClocks } from './gatewayClocks.ts'

const now = Date.UTC(2026, 4, 1, 3, 12)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns a function that notes a message; its arguments are minutes since `now`: arrival, and the gateway's own time. */
function clocksOf({ heardAt = now - minute, isLive = true } = {}) {
  const clocks = new GatewayClocks()
  const gateway = { id: 1, mac: 'AC233F000001', name: null, farmId: 1, penId: 0, heardAt }
  return (arrival: number, sent: number) => {
    const times = { receivedAt: now + arrival * minute, sentAt: now + sent * minute }
    const { behindMs, isCertain } = clocks.note(gateway, { ...times, isLive, aheadMs: 0 })
    return isCertain ? behindMs / minute : `perhaps ${behindMs / minute}`
  }
}

describe('the clock of a gateway that sends at once', () => {
  test.each<[string, number, number]>([
    ['is right after a delay of two minutes', -2, 0],
    ['is right after a delay of nine minutes', -9, 0],
    ['is five hours behind', -300, 300],
    ['is 37 minutes behind', -37, 37],
    ['is a day behind', -day / minute, day / minute],
    ['was never set', -now / minute, now / minute],
    ['is six minutes ahead', 6, -6],
    ['is eight hours ahead', 480, -480],
  ])('%s', (_, sent, behind) => {
    expect(clocksOf()(0, sent)).toBe(behind)
  })

  test('is behind when the gateway was never heard', () => {
    expect(clocksOf({ heardAt: Number.NaN })(0, -300)).toBe(300)
  })

  test('is right again as soon as its times are', () => {
    const note = clocksOf()
    expect([note(0, -300), note(1, -299), note(2, 2), note(3, 3)]).toEqual([300, 300, 0, 0])
  })

  test('keeps its error for a message sent again a little later', () => {
    const note = clocksOf()
    expect([note(0, -300), note(4, -300)]).toEqual([300, 300])
  })

  test('is right while messages arrive that waited for the connection', () => {
    const note = clocksOf({ heardAt: now - 3 * hour })
    const waited = Array.from({ length: 170 }, (_, place) => note(place / 60, place - 175))
    expect(new Set(waited)).toEqual(new Set([0]))
  })
})

describe('the clock of a gateway that may store messages', () => {
  test('is right for a single old message', () => {
    const note = clocksOf({ isLive: false })
    expect([note(0, 0), note(1, -306), note(1.5, -203)]).toEqual([0, 0, 0])
  })

  test('is perhaps wrong after one message late by a time zone', () => {
    const note = clocksOf({ isLive: false })
    expect([note(0, -300), note(2, 2)]).toEqual(['perhaps 300', 0])
  })

  test('is wrong when its delay stays the same for a minute', () => {
    const note = clocksOf({ isLive: false })
    expect([note(0, -306), note(0.5, -305.5), note(1.5, -304.5)]).toEqual([0, 0, 306])
  })

  test('leaves stored messages their time after the clock is set', () => {
    const note = clocksOf({ isLive: false })
    expect(note(0, -now / minute)).toBe(now / minute)
    expect([note(1, -248), note(1.1, -187.9), note(1.2, -127.8)]).toEqual([0, 0, 0])
  })

  test('is wrong when its time is in the future', () => {
    expect(clocksOf({ isLive: false })(0, 10)).toBe(-10)
  })
})
