// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createScene, demoSeed } from '../herd/createScene.ts'
import { platformOutlines } from '../herd/farmOutlines.ts'
import { createCalendar, createTimetable, dayMs } from './calendar.ts'
import { articles } from './articles.ts'
import { loanPlans } from './loans.ts'
import { platformTroubles } from './outages.ts'
import { writeDocument } from './office.ts'
import { createTroubles } from '../herd/troubles.ts'

const to = Date.UTC(2026, 10, 28, 5, 20)

describe('calendar of the demo', () => {
  const calendar = createCalendar(to - 30 * dayMs, to)

  it('counts days back on the farms', () => {
    expect(calendar.day(0)).toBe('2026-11-28')
    expect(calendar.day(-3)).toBe('2026-12-01')
    expect(new Date(calendar.at(1, '18:30')).toISOString()).toBe('2026-11-27T10:30:00.000Z')
    expect(calendar.dayOf(calendar.at(0, '00:10'))).toBe('2026-11-28')
  })

  it('keeps appointments once, in the order of their instants', async () => {
    const doneAts: number[] = []
    const timetable = createTimetable([5, 1, 3].map((at) => ({ at, keep: async () => void doneAts.push(at) })))
    await timetable.keepUntil(3)
    expect(doneAts).toEqual([1, 3])
    await timetable.keepUntil(9)
    expect(doneAts).toEqual([1, 3, 5])
  })
})

describe('plans of the demo', () => {
  const scene = createScene(demoSeed, platformOutlines)

  it('gives each farm to one loan and about 600 animals to all', () => {
    expect(loanPlans.flatMap(({ farms }) => farms).toSorted((one, other) => one - other)).toEqual(
      scene.farms.map(({ index }) => index),
    )
    expect(scene.animals).toHaveLength(600)
    for (const { farms, borrower } of loanPlans)
      expect(farms.map((farm) => platformOutlines[farm]?.borrower)).toEqual(farms.map(() => borrower))
  })

  it('ends with one loan below its minimum line and one below its warning line', () => {
    const ratios = loanPlans.map(({ farms, prices, unitPrice, haircut, balances, amount }) => {
      const heads = farms.reduce((sum, farm) => sum + (platformOutlines[farm]?.heads ?? 0), 0)
      const price = Number(prices.at(-1)?.unitPrice ?? unitPrice)
      const owed = Number(balances.at(-1)?.balance ?? amount)
      return owed === 0 ? Infinity : (heads * price * (1 - Number(haircut))) / owed
    })
    expect(ratios.map((ratio) => (ratio < 1 ? 'MINIMUM' : ratio < 1.2 ? 'WARNING' : 'OK'))).toEqual([
      'OK',
      'MINIMUM',
      'WARNING',
      ...Array.from({ length: 7 }, () => 'OK'),
    ])
  })

  it('cuts a farm off at the end of the history', () => {
    const troubles = createTroubles(scene, [], platformTroubles(to))
    expect(scene.farms.filter((farm) => troubles.isCutOff(farm, to)).map(({ index }) => index)).toEqual([4])
    expect(scene.farms.filter((farm) => troubles.isCutOff(farm, to - 2 * dayMs))).toEqual([])
  })

  it('has each article in the four languages', () => {
    for (const { texts } of articles) {
      expect(Object.keys(texts)).toEqual(['zh-CN', 'zh-TW', 'en-US', 'pt-BR'])
      for (const [title, summary] of Object.values(texts)) {
        expect(title.length).toBeLessThanOrEqual(120)
        expect(summary.length).toBeGreaterThan(10)
      }
    }
  })

  it('writes documents whose table points at their objects', () => {
    const file = new TextDecoder().decode(writeDocument(['A (b)', 'c']))
    const table = file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]))
    expect(table.startsWith('xref\n0 6\n')).toBe(true)
    for (const [place, [, offset]] of [...table.matchAll(/(\d{10}) 00000 n/g)].entries())
      expect(file.slice(Number(offset)).startsWith(`${place + 1} 0 obj`)).toBe(true)
  })
})
