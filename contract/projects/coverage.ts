/**
 * The coverage of a loan: value of the eligible heads / balance. The server and the what-if screen both use this calculation.
 * Amounts are decimal texts, converted to whole numbers (bigint) to avoid float errors.
 */

/** Heads of one line at one price. */
export interface CoverageLine {
  lineId: number
  /** Heads that count: on the ledger and not missing. */
  heads: number
  /** Money, two places. */
  unitPrice: string
  /** Share of the price that is not counted, 0 to below 1, at most four places. */
  haircut: string
}

/** The terms of a loan's coverage. */
export interface CoverageTerms {
  /** Money, two places. */
  balance: string
  /** Ratios, at most four places. */
  warningLine: string
  minimumLine: string
}

export const coverageStates = ['OK', 'BELOW_WARNING', 'BELOW_MINIMUM'] as const
export type CoverageState = (typeof coverageStates)[number]

export interface Coverage {
  /** Value of the eligible heads after haircut, money. */
  value: string
  /** Four places, never rounded up; null when nothing is owed. */
  ratio: string | null
  state: CoverageState
  /** Fewest heads of the dearest line that lift the ratio to the warning line; null when none are needed or the project has no valuable heads. */
  headsToCure: { lineId: number; heads: number } | null
  /** Amount to repay to reach the warning line, money; null when nothing is needed. */
  cashToCure: string | null
}

/** A stress scenario: prices change, heads die, and heads do not count because nothing hears them. */
export interface Stress {
  /** Change of every price, whole percent: -8 is eight percent less. */
  pricePercent: number
  /** Number of dead heads; the most valuable die first. */
  deaths: number
  /** Uncounted heads by line id. */
  blindHeads?: ReadonlyMap<number, number>
}

/**
 * Parses a decimal text into a whole number of its smallest place.
 * @throws RangeError for any other text, or more places
 */
export function toWhole(text: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  const fraction = (match?.[3] ?? '').replace(/0+$/, '')
  if (match === null || fraction.length > places) throw new RangeError(`${text} has not ${places} places`)
  const whole = BigInt(`${match[2]}${fraction.padEnd(places, '0')}`)
  return match[1] === '-' ? -whole : whole
}

/** Formats a whole number of the smallest place as a decimal text. */
export function toDecimal(whole: bigint, places: number): string {
  const digits = (whole < 0n ? -whole : whole).toString().padStart(places + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const ceilDivide = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor
/** Value of one head of a line after haircut, millionths. */
const headValue = ({ unitPrice, haircut }: Pick<CoverageLine, 'unitPrice' | 'haircut'>) =>
  toWhole(unitPrice, 2) * (10_000n - toWhole(haircut, 4))
const toCents = (millionths: bigint) => (millionths + 5000n) / 10_000n

/** Returns the exact value of heads after haircut, millionths. Sums add exact values and are rounded once. */
export function exactValue(lines: readonly CoverageLine[]): bigint {
  return lines.reduce((sum, line) => sum + headValue(line) * BigInt(line.heads), 0n)
}

/** Rounds millionths half up to money. */
export const roundToMoney = (millionths: bigint): string => toDecimal(toCents(millionths), 2)

/** Returns the value of heads of a line after haircut, money. */
export function valueOfHeads(line: CoverageLine, heads = line.heads): string {
  return roundToMoney(headValue(line) * BigInt(heads))
}

/** Calculates the coverage of a loan from its lines. */
export function coverageOf(
  lines: readonly CoverageLine[],
  { balance, warningLine, minimumLine }: CoverageTerms,
): Coverage {
  const owed = toWhole(balance, 2)
  const value = exactValue(lines)
  const [warning, minimum] = [warningLine, minimumLine].map((line) => toWhole(line, 4) * owed) as [bigint, bigint]
  const state = value < minimum ? 'BELOW_MINIMUM' : value < warning ? 'BELOW_WARNING' : 'OK'
  return {
    value: roundToMoney(value),
    ratio: owed === 0n ? null : toDecimal(value / owed, 4),
    state,
    headsToCure: state === 'OK' ? null : headsFor(lines, warning - value),
    cashToCure: state === 'OK' ? null : toDecimal(owed - value / toWhole(warningLine, 4), 2),
  }
}

/** Returns how many heads of the dearest line are worth an amount, in millionths. */
function headsFor(lines: readonly CoverageLine[], missing: bigint): Coverage['headsToCure'] {
  const [dearest] = byValue(lines)
  const each = dearest === undefined ? 0n : headValue(dearest)
  return dearest === undefined || each <= 0n
    ? null
    : { lineId: dearest.lineId, heads: Number(ceilDivide(missing, each)) }
}

function byValue(lines: readonly CoverageLine[]): CoverageLine[] {
  return lines.toSorted((one, other) => Number(headValue(other) - headValue(one)))
}

/** Returns the lines under a stress scenario. */
export function stressed(lines: readonly CoverageLine[], { pricePercent, deaths, blindHeads }: Stress): CoverageLine[] {
  const priced = lines.map((line) => ({
    ...line,
    heads: Math.max(0, line.heads - (blindHeads?.get(line.lineId) ?? 0)),
    unitPrice: toDecimal((toWhole(line.unitPrice, 2) * BigInt(100 + pricePercent)) / 100n, 2),
  }))
  let left = deaths
  const fewer = new Map(
    byValue(priced).map(({ lineId, heads }) => {
      const dead = Math.min(left, heads)
      left -= dead
      return [lineId, heads - dead] as const
    }),
  )
  return priced.map((line) => ({ ...line, heads: fewer.get(line.lineId) ?? line.heads }))
}
