import type { ProjectEffect, TicketFigure } from '#contract/office/ticketFigures.ts'
import type { LookupNames } from '#contract/herd/lookups.ts'
import { coverageOf, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { countedPrice, type LineState, type LoanState, readLoans } from '../../../db/projects/loanState.ts'
import { first } from '../../../records/transaction.ts'
import { outsideKind } from '../headcount/projectFigures.ts'
import { claimStands } from './claims.ts'

/** The effect of a change on one line. */
interface LineEffect {
  lineId: number
  /** Heads added, or removed when negative. ALL_GO removes all that the ledger counts; CLAIMED_COME adds all claims that would be pledged now. */
  heads: number | 'ALL_GO' | 'CLAIMED_COME'
  /** Missing heads among those that leave. They had no value, so their leaving costs none. */
  found?: number
  price?: { unitPrice: string; haircut: string }
}

interface Line extends CoverageLine, Pick<LineState, 'ledger' | 'missing'> {
  names: LookupNames
  /** Heads claimed that would be pledged now, and the missing ones among them. */
  claimed: number
  claimedMissing: number
}

interface Loan extends Pick<LoanState, 'code' | 'contracted' | keyof CoverageTerms> {
  lines: Line[]
}

/**
 * Reads a loan now, with the lines that are open or requested.
 * @param ticketId counts the claims of this ticket only; null counts all
 */
async function readLoan(sql: Queries, projectId: number, ticketId: number | null = null): Promise<Loan> {
  const loan = first(await readLoans(sql, [projectId], null))
  const lines = await sql<Omit<Line, 'heads' | 'ledger' | 'missing'>[]>`
    select l.id as "lineId", c.names, coalesce(price.unit_price, l.unit_price) as "unitPrice", coalesce(price.haircut, l.haircut) as haircut,
      coalesce(claims.heads, 0) as claimed, coalesce(claims.missing, 0) as "claimedMissing"
    from collateral_lines l join lookups c on c.id = l.category_id
      left join lateral (${countedPrice(sql, sql`l.id`, null)}) price on true
      left join (
        select p.line_id, count(*)::int as heads, (count(*) filter (where a.status = 'MISSING'))::int as missing from pledges p join animals a on a.id = p.animal_id
        where p.project_id = ${projectId} and p.pledged_at is null and p.ended_at is null and p.ticket_id = coalesce(${ticketId}::bigint, p.ticket_id) and ${claimStands(sql)} group by 1
      ) claims on claims.line_id = l.id
    where l.project_id = ${projectId} and l.deleted_at is null and l.status in ('PENDING', 'ACTIVE') order by l.id`
  const counted = new Map(loan.lines.map((line) => [line.lineId, line]))
  return {
    ...loan,
    lines: lines.map((line) => {
      const { heads = 0, ledger = 0, missing = 0 } = counted.get(line.lineId) ?? {}
      return { ...line, heads, ledger, missing }
    }),
  }
}

/** Lists the heads of each line, when there are at least two lines. */
function byLine(lines: readonly Line[], headsOf: (line: Line) => { before: number; after: number }): TicketFigure[] {
  if (lines.length < 2) return []
  return lines.map((line) => {
    const { lineId, names, unitPrice, haircut } = line
    const { before, after } = headsOf(line)
    return {
      measure: 'ledger',
      line: { lineId, names, unitPrice, haircut },
      before: String(before),
      after: String(after),
    }
  })
}

const sumOf = (lines: readonly Line[], count: (line: Line) => number) =>
  String(lines.reduce((sum, line) => sum + count(line), 0))
const linesOf = ({ warningLine, minimumLine }: Loan) => ({ warning: warningLine, minimum: minimumLine })

/** Returns how many heads a line would gain on the ledger, and how many that have a value. */
function gained(
  { ledger, heads, claimed, claimedMissing }: Line,
  effect: LineEffect,
): { ledger: number; worth: number } {
  if (effect.heads === 'ALL_GO') return { ledger: -ledger, worth: -heads }
  if (effect.heads === 'CLAIMED_COME') return { ledger: claimed, worth: claimed - claimedMissing }
  return { ledger: effect.heads, worth: effect.heads + (effect.found ?? 0) }
}

/**
 * Returns the ledger, value and coverage of a project, now and after some changes to its lines. Missing heads have no value.
 * @param ticketId counts the claims of this ticket only; by default all claims
 */
export async function figuresAfter(
  sql: Queries,
  projectId: number,
  effects: readonly LineEffect[],
  ticketId?: number,
): Promise<TicketFigure[]> {
  const loan = await readLoan(sql, projectId, ticketId)
  const { lines } = loan
  const after = lines.map((line) => {
    const changed = effects.find(({ lineId }) => lineId === line.lineId)
    if (changed === undefined) return line
    const { ledger, worth } = gained(line, changed)
    return { ...line, ...changed.price, ledger: line.ledger + ledger, heads: Math.max(0, line.heads + worth) }
  })
  const [currentCoverage, coverageAfter] = [coverageOf(lines, loan), coverageOf(after, loan)]
  const contracted = String(loan.contracted)
  return [
    { measure: 'contracted', before: contracted, after: contracted },
    { measure: 'ledger', before: sumOf(lines, ({ ledger }) => ledger), after: sumOf(after, ({ ledger }) => ledger) },
    { measure: 'value', before: currentCoverage.value, after: coverageAfter.value },
    { measure: 'coverage', before: currentCoverage.ratio, after: coverageAfter.ratio, lines: linesOf(loan) },
  ]
}

/** Returns the figures of a project once it opens, from the claims that would be pledged now. Value and coverage have no figure before. */
export async function figuresOfOpening(sql: Queries, projectId: number): Promise<TicketFigure[]> {
  const loan = await readLoan(sql, projectId)
  const { lines } = loan
  const opened = lines.map((line) => ({ ...line, heads: line.claimed - line.claimedMissing }))
  const { value, ratio } = coverageOf(opened, loan)
  return [
    { measure: 'contracted', before: null, after: String(loan.contracted) },
    { measure: 'ledger', before: '0', after: sumOf(lines, ({ claimed }) => claimed) },
    ...byLine(lines, ({ claimed }) => ({ before: 0, after: claimed })),
    { measure: 'value', before: null, after: value },
    { measure: 'balance', before: null, after: loan.balance },
    { measure: 'coverage', before: null, after: ratio, lines: linesOf(loan) },
  ]
}

/** Returns the figures that end when a project closes: its heads become free, its coverage ends, and its other pending requests are withdrawn. */
export async function figuresOfClosing(sql: Queries, projectId: number): Promise<TicketFigure[]> {
  const loan = await readLoan(sql, projectId)
  const { lines } = loan
  const { value, ratio } = coverageOf(lines, loan)
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from tickets where subject_type = 'PROJECT' and subject_id = ${projectId} and state = 'PENDING' and kind <> 'PROJECT_CLOSE'`
  return [
    { measure: 'contracted', before: String(loan.contracted), after: null },
    { measure: 'ledger', before: sumOf(lines, ({ ledger }) => ledger), after: '0' },
    ...byLine(lines, ({ ledger }) => ({ before: ledger, after: 0 })),
    { measure: 'value', before: value, after: null },
    { measure: 'balance', before: loan.balance, after: null },
    { measure: 'coverage', before: ratio, after: null, lines: linesOf(loan) },
    ...(others !== undefined && others.count > 0
      ? [{ measure: 'requests', before: String(others.count), after: '0' } as const]
      : []),
  ]
}

/**
 * Returns what speaks against the presence of some heads: how many are outside their farm by an alert in force, and how many alerts about them are
 * open. No figure for none.
 * @param heads a subquery of animal ids
 */
export async function figuresOfAlerts(sql: Queries, heads: Fragment): Promise<TicketFigure[]> {
  const { outside, alerts } = first(
    await sql<{ outside: number; alerts: number }[]>`
    select (count(distinct a.animal_id) filter (where a.kind = ${outsideKind}))::int as outside, (count(*) filter (where a.closed_at is null))::int as alerts
    from alerts a where a.cleared_at is null and a.animal_id in (${heads})`,
  )
  const counts = [
    ['outside', outside],
    ['alerts', alerts],
  ] as const
  return counts.flatMap(([measure, count]) => (count > 0 ? [{ measure, before: String(count), after: null }] : []))
}

/** Wraps figures as the effect on their project. */
export async function effectOnProject(
  sql: Queries,
  projectId: number,
  figures: TicketFigure[],
): Promise<ProjectEffect[]> {
  const { code } = first(await readLoans(sql, [projectId], null))
  return [{ projectId, projectCode: code, figures }]
}
