// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf, type CoverageLine, stressed, toDecimal, toWhole, valueOfHeads } from './coverage.ts'

const line = (lineId: number, heads: number, unitPrice: string, haircut = '0'): CoverageLine => ({
  lineId,
  heads,
  unitPrice,
  haircut,
})
const terms = (balance: string, warningLine = '1.2', minimumLine = '1') => ({ balance, warningLine, minimumLine })

const money = fc.bigInt({ min: 0n, max: 99_999_999n }).map((cents) => toDecimal(cents, 2))
const share = fc.integer({ min: 0, max: 9999 }).map((parts) => toDecimal(BigInt(parts), 4))
const lines = fc
  .array(fc.record({ heads: fc.nat(5000), unitPrice: money, haircut: share }), { maxLength: 6 })
  .map((some) => some.map((one, place): CoverageLine => ({ ...one, lineId: place + 1 })))
const someTerms = fc.record({
  balance: fc.bigInt({ min: 1n, max: 10n ** 12n }).map((cents) => toDecimal(cents, 2)),
  warningLine: fc.integer({ min: 10_000, max: 30_000 }).map((parts) => toDecimal(BigInt(parts), 4)),
  minimumLine: fc.integer({ min: 1, max: 10_000 }).map((parts) => toDecimal(BigInt(parts), 4)),
})

describe('decimal texts', () => {
  it.each([
    ['0', 2, 0n],
    ['12', 2, 1200n],
    ['12.3', 2, 1230n],
    ['12.30000', 2, 1230n],
    ['-0.05', 2, -5n],
    ['0.0001', 4, 1n],
  ] as const)('%s with %i places', (text, places, whole) => {
    expect(toWhole(text, places)).toBe(whole)
    expect(toWhole(toDecimal(whole, places), places)).toBe(whole)
  })
  it.each(['', '1.234', 'x', '1e3', '.5'])('rejects %j as an amount of money', (text) => {
    expect(() => toWhole(text, 2)).toThrow(RangeError)
  })
})

describe('coverage', () => {
  it.each([
    [
      'well covered',
      [line(1, 240, '13800.00', '0.1')],
      terms('2000000'),
      { value: '2980800.00', ratio: '1.4904', state: 'OK', headsToCure: null, cashToCure: null },
    ],
    [
      'exactly on the warning line',
      [line(1, 120, '100')],
      terms('10000'),
      { value: '12000.00', ratio: '1.2000', state: 'OK', headsToCure: null, cashToCure: null },
    ],
    [
      'a cent below it, which the ratio does not hide',
      [line(1, 1, '119999.99')],
      terms('100000'),
      {
        value: '119999.99',
        ratio: '1.1999',
        state: 'BELOW_WARNING',
        headsToCure: { lineId: 1, heads: 1 },
        cashToCure: '0.01',
      },
    ],
    [
      'below the minimum; the dearest heads cure it with the fewest',
      [line(1, 10, '100'), line(2, 10, '300', '0.5')],
      terms('5000'),
      {
        value: '2500.00',
        ratio: '0.5000',
        state: 'BELOW_MINIMUM',
        headsToCure: { lineId: 2, heads: 24 },
        cashToCure: '2916.67',
      },
    ],
    [
      'nothing is owed',
      [line(1, 1, '1')],
      terms('0'),
      { value: '1.00', ratio: null, state: 'OK', headsToCure: null, cashToCure: null },
    ],
    [
      'no heads',
      [],
      terms('100'),
      { value: '0.00', ratio: '0.0000', state: 'BELOW_MINIMUM', headsToCure: null, cashToCure: '100.00' },
    ],
  ] as const)('%s', (_name, some, of, expected) => {
    expect(coverageOf(some, of)).toEqual(expected)
  })

  it('is cured by exactly the heads or cash it states', () => {
    fc.assert(
      fc.property(lines, someTerms, (some, of) => {
        const { state, headsToCure, cashToCure } = coverageOf(some, of)
        if (state === 'OK') return
        const paid = (cents: bigint) =>
          coverageOf(some, { ...of, balance: toDecimal(toWhole(of.balance, 2) - cents, 2) }).state
        const cash = toWhole(cashToCure ?? '0', 2)
        expect([paid(cash), paid(cash - 1n)]).toEqual(['OK', expect.stringMatching(/^BELOW/)])
        if (headsToCure === null) return
        const added = (heads: number) =>
          coverageOf(
            some.map((one) => (one.lineId === headsToCure.lineId ? { ...one, heads: one.heads + heads } : one)),
            of,
          ).state
        expect([added(headsToCure.heads), added(headsToCure.heads - 1)]).toEqual([
          'OK',
          expect.stringMatching(/^BELOW/),
        ])
      }),
    )
  })

  it('equals the sum of its lines, rounded per line', () => {
    fc.assert(
      fc.property(lines, someTerms, (some, of) => {
        const whole = toWhole(coverageOf(some, of).value, 2)
        const parts = some.reduce((sum, one) => sum + toWhole(valueOfHeads(one), 2), 0n)
        // Each line is rounded by at most half a cent.
        expect(Number(whole - parts)).toBeLessThanOrEqual(some.length)
        expect(Number(parts - whole)).toBeLessThanOrEqual(some.length)
      }),
    )
  })
})

describe('stressed coverage', () => {
  const herd = [line(1, 10, '100'), line(2, 5, '300')]
  it.each([
    ['nothing happens', { pricePercent: 0, deaths: 0 }, '2500.00'],
    ['prices fall', { pricePercent: -8, deaths: 0 }, '2300.00'],
    ['prices rise', { pricePercent: 10, deaths: 0 }, '2750.00'],
    ['the dearest die first', { pricePercent: 0, deaths: 6 }, '900.00'],
    ['more die than there are', { pricePercent: 0, deaths: 99 }, '0.00'],
    ['a gateway is blind', { pricePercent: 0, deaths: 0, blindHeads: new Map([[2, 4]]) }, '1300.00'],
    ['all at once', { pricePercent: -50, deaths: 2, blindHeads: new Map([[2, 4]]) }, '450.00'],
  ] as const)('%s', (_name, stress, value) => {
    expect(coverageOf(stressed(herd, stress), terms('1000')).value).toBe(value)
  })
})
