import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { exactValue, roundToMoney, valueOfHeads } from '#contract/projects/coverage.ts'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { CountedHeads } from '../../../db/projects/countedHeads.ts'
import { type LineState, type LoanState, readLoans } from '../../../db/projects/loanState.ts'
import { firstDayCodes, headCodes } from '../../../herd/headcount.ts'
import type { HeadResults } from '../../../herd/herd.ts'
import { first } from '../../../records/transaction.ts'
import { type AsOf, instantAsOf, occurredAsOf, recordedAsOf } from '../past/asOf.ts'
import { pastHeads } from '../past/pastHeads.ts'
import type { ProjectDay } from '../projectAccess.ts'

/** The alert that a head is outside its farm. */
export const outsideKind: RuleKind = 'LEFT_FARM'

/** The heads on a project's ledger, line by line in sequence, with the state of each. */
interface StatedHeads extends CountedHeads, Pick<HeadResults, 'codes' | 'firstDays' | 'heardAt'> {}

/** The figures of a project at a moment. */
export interface Figures extends LoanState {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  /** Unaccounted heads without a first neckband, and those whose neckband has not been heard yet; undefined for a past moment. */
  unfitted: number | undefined
  unheard: number | undefined
  missing: number
  /** Herd time, epoch ms; null when nothing was heard. */
  lastHeardAt: number | null
  /** Value of the unverified and of the unaccounted heads after haircut. */
  unverifiedValue: string
  unaccountedValue: string
  /** Values before rounding, millionths, for sums over projects. */
  exact: { value: bigint; unverifiedValue: bigint }
  heads: StatedHeads
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
    loans.map(async (loan): Promise<[number, Figures]> => {
      const { farmIds, windowMinutes, projectId } = loan
      const heads = counted.get(projectId) ?? { lines: [], animalIds: new Float64Array() }
      const states = await herd.heads({ farmIds, animalIds: heads.animalIds }, windowMinutes)
      return [projectId, sumUp(loan, { ...heads, ...states })]
    }),
  )
  return new Map(figures)
}

/** Reads the five numbers and the coverage of a project as of a moment, from stored readings. @throws CallError NOT_FOUND */
export async function figuresAsOf(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<Figures> {
  const [loans, heads] = await Promise.all([readLoans(sql, [project.id], asOf), pastHeads(sql, project, asOf)])
  const sorted = heads.toSorted((one, other) => one.lineId - other.lineId || one.animalId - other.animalId)
  return sumUp(first(loans), {
    lines: [...Map.groupBy(sorted, ({ lineId }) => lineId)].map(([lineId, of]) => ({ lineId, heads: of.length })),
    animalIds: Float64Array.from(sorted, ({ animalId }) => animalId),
    codes: Uint8Array.from(sorted, ({ state }) => codeOfState[state]),
    heardAt: Float64Array.from(sorted, ({ heardAt }) => heardAt),
  })
}

const codeOfState = {
  HEARD: headCodes.heard,
  UNVERIFIED: headCodes.unverified,
  UNACCOUNTED: headCodes.unaccounted,
} as const satisfies Record<HeadState, number>

function sumUp(loan: LoanState, heads: StatedHeads): Figures {
  const byLine = new Map<number, number[]>()
  let lastHeardAt = Number.NEGATIVE_INFINITY
  let place = 0
  for (const { lineId, heads: count } of heads.lines) {
    const counts = [0, 0, 0]
    for (const end = place + count; place < end; place++) {
      const code = heads.codes[place] as number
      counts[code] = (counts[code] as number) + 1
      const at = heads.heardAt[place] as number
      if (at > lastHeardAt) lastHeardAt = at
    }
    byLine.set(lineId, counts)
  }
  const inState = (code: number) => [...byLine.values()].reduce((sum, counts) => sum + (counts[code] ?? 0), 0)
  // A line added between the two reads has no price yet.
  const worth = (code: number) =>
    exactValue(loan.lines.map((line) => ({ ...line, heads: byLine.get(line.lineId)?.[code] ?? 0 })))
  const { heard, unverified, unaccounted } = headCodes
  return {
    ...loan,
    heads,
    ledger: heads.animalIds.length,
    heard: inState(heard),
    unverified: inState(unverified),
    unaccounted: inState(unaccounted),
    unfitted: countFirstDay(heads, firstDayCodes.unfitted),
    unheard: countFirstDay(heads, firstDayCodes.unheard),
    missing: loan.lines.reduce((sum, { missing }) => sum + missing, 0),
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
    unverifiedValue: roundToMoney(worth(unverified)),
    unaccountedValue: roundToMoney(worth(unaccounted)),
    exact: { value: exactValue(loan.lines), unverifiedValue: worth(unverified) },
  }
}

/** Counts the unaccounted heads that their first day explains; undefined for a past moment. */
function countFirstDay({ codes, firstDays }: StatedHeads, code: number): number | undefined {
  return firstDays?.reduce(
    (sum, one, place) => sum + (one === code && codes[place] === headCodes.unaccounted ? 1 : 0),
    0,
  )
}

/**
 * Counts the unaccounted heads that somebody has explained on a day.
 * @param asOf ignores explanations that came later; null for the present
 */
export async function countExplained(
  sql: Queries,
  { heads, projectId }: Figures,
  day: string,
  asOf: AsOf | null,
): Promise<number> {
  const rows = await sql<{ animalId: number }[]>`
    select distinct p.animal_id as "animalId" from head_explanations e join pledges p on p.id = e.pledge_id
    where e.project_id = ${projectId} and e.day = ${day}::date and ${asOf ? recordedAsOf(sql, asOf, 'e.explained_at') : sql`p.ended_at is null`}`
  return countAmong(heads, headCodes.unaccounted, rows)
}

/** Counts the heard heads that are outside their farm by an alert in force at a moment; null: now. */
export async function countOutside(sql: Queries, { heads, farmIds }: Figures, asOf: AsOf | null): Promise<number> {
  const isInForce = asOf
    ? sql`exists (select from alert_occurrences o where o.alert_id = a.id and ${occurredAsOf(sql, asOf, 'o.raised_at')}
        and ${instantAsOf(sql, 'o.cleared_at', asOf)} is null)`
    : sql`a.cleared_at is null`
  const rows = await sql<{ animalId: number }[]>`
    select distinct a.animal_id as "animalId" from alerts a
    where a.kind = ${outsideKind} and a.animal_id is not null and a.farm_id = any(${farmIds}::bigint[]) and ${isInForce}`
  return countAmong(heads, headCodes.heard, rows)
}

/** Counts the heads in a state that are among some animals. */
function countAmong({ animalIds, codes }: StatedHeads, code: number, animals: readonly { animalId: number }[]): number {
  if (animals.length === 0) return 0
  const ids = new Set(animals.map(({ animalId }) => animalId))
  return animalIds.reduce((sum, id, place) => sum + (codes[place] === code && ids.has(id) ? 1 : 0), 0)
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
