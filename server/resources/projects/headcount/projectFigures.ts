import { coverageOf, type CoverageLine, valueOfHeads } from '#contract/projects/coverage.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { CountedHeads } from '../../../db/projects/countedHeads.ts'
import { type LineState, type LoanState, readLoans } from '../../../db/projects/loanState.ts'
import { headCodes } from '../../../herd/headcount.ts'
import type { HeadResults } from '../../../herd/herd.ts'
import { first } from '../../../records/transaction.ts'
import type { AsOf } from '../past/asOf.ts'

/** The current figures of a project. */
export interface Figures extends LoanState {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  missing: number
  /** Herd time, epoch ms; null when nothing was heard. */
  lastHeardAt: number | null
  /** Value of the unverified and of the unaccounted heads after haircut. */
  unverifiedValue: string
  unaccountedValue: string
}

export interface HeadSources extends Pick<Context, 'countedHeads'> {
  sql: Queries
  herd: Pick<Context['herd'], 'heads'>
}

/** Returns the coverage of a loan now (null) or as of a moment. @throws CallError NOT_FOUND */
export async function coverageAsOf(sql: Queries, projectId: number, asOf: AsOf | null): Promise<ProjectCoverage> {
  const { balance, balanceAsOf, warningLine, minimumLine, coverage, lines } = first(
    await readLoans(sql, [projectId], asOf),
  )
  return { ...coverage, balance, balanceAsOf, warningLine, minimumLine, lines: lines.map(toLine) }
}

/**
 * Reads the five numbers and the coverage of projects now. It checks the ledger's heads against the live herd.
 * The cost is a few queries in total and one herd lookup for each project. Counted heads are cached until a ledger changes.
 * @returns by id, without projects that do not exist
 */
export async function figuresOf(
  { sql, herd, countedHeads }: HeadSources,
  projectIds: readonly number[],
): Promise<Map<number, Figures>> {
  const [loans, counted] = await Promise.all([readLoans(sql, projectIds, null), countedHeads.read(sql, projectIds)])
  const figures = await Promise.all(
    loans.map(async (one): Promise<[number, Figures]> => {
      const heads = counted.get(one.projectId) ?? { lines: [], animalIds: new Float64Array() }
      return [
        one.projectId,
        sumUp(one, heads, await herd.heads({ farmIds: one.farmIds, animalIds: heads.animalIds }, one.windowMinutes)),
      ]
    }),
  )
  return new Map(figures)
}

/** @param all state of each counted head, in the same order */
function sumUp(loan: LoanState, counted: CountedHeads, all: HeadResults): Figures {
  const lineOf = new Map(loan.lines.map((line) => [line.lineId, line]))
  let [ledger, heard, unverified, missing] = [0, 0, 0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  const apart: Record<'unverified' | 'unaccounted', CoverageLine[]> = { unverified: [], unaccounted: [] }
  let place = 0
  for (const { lineId, heads } of counted.lines) {
    const counts = [0, 0, 0]
    for (const end = place + heads; place < end; place++) {
      const code = all.codes[place] as number
      counts[code] = (counts[code] as number) + 1
      const at = all.heardAt[place] as number
      if (at > lastHeardAt) lastHeardAt = at
    }
    ledger += heads
    heard += counts[headCodes.heard] as number
    unverified += counts[headCodes.unverified] as number
    // A line added between the two reads has no price yet.
    const line = lineOf.get(lineId)
    if (!line) continue
    missing += line.missing
    apart.unverified.push({ ...line, heads: counts[headCodes.unverified] as number })
    apart.unaccounted.push({ ...line, heads: counts[headCodes.unaccounted] as number })
  }
  const worth = (coverageLines: CoverageLine[]) => coverageOf(coverageLines, loan).value
  return {
    ...loan,
    ledger,
    heard,
    unverified,
    unaccounted: ledger - heard - unverified,
    missing,
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
    unverifiedValue: worth(apart.unverified),
    unaccountedValue: worth(apart.unaccounted),
  }
}

/** Returns a line's heads with their value after haircut. */
function toLine({ lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads }: LineState) {
  return {
    lineId,
    categoryId,
    unitPrice,
    haircut,
    pricedOn,
    priceSource,
    heads,
    value: valueOfHeads({ lineId, heads, unitPrice, haircut }),
  }
}
