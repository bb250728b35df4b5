import { coverageOf, type Coverage } from '#contract/projects/coverage.ts'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { readLinesAsOf, type PastLine } from '../../../db/projects/pastLedger.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { toLine } from '../headcount/projectFigures.ts'
import { pastHandCount } from '../handCounts.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { AsOf } from './asOf.ts'
import { pastHeads } from './pastHeads.ts'

const dayMs = 86_400_000

interface Terms {
  contracted: number
  windowMinutes: number
  balance: string
  balanceAsOf: string | null
  warningLine: string
  minimumLine: string
}

interface Covered extends Terms {
  coverage: Coverage
  lines: PastLine[]
}

/** Reads the coverage of a loan as of a moment, from the heads, prices and balance that had happened and been recorded by then. */
async function coverageAsOf(sql: Queries, { id, day }: ProjectDay, asOf: AsOf): Promise<Covered> {
  const [terms, lines] = await Promise.all([readTerms(sql, id, day, asOf), readLinesAsOf(sql, { id, day }, asOf)])
  return { ...terms, coverage: coverageOf(lines, terms), lines }
}

async function readTerms(sql: Queries, projectId: number, day: string, { recorded }: AsOf): Promise<Terms> {
  return first(
    await sql<Terms[]>`
    select p.contract_headcount as contracted, p.window_minutes as "windowMinutes", p.warning_line as "warningLine", p.minimum_line as "minimumLine",
      coalesce(b.balance, p.loan_amount)::numeric(18, 2) as balance, b.as_of as "balanceAsOf"
    from projects p left join lateral (
      select balance, as_of from loan_balances where project_id = p.id and as_of <= ${day}::date and recorded_at <= ${recorded}::timestamptz order by id desc limit 1
    ) b on true
    where p.id = ${projectId}`,
  )
}

/** Returns the coverage of a loan as of a moment. */
export async function pastCoverage(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectCoverage> {
  const { balance, balanceAsOf, warningLine, minimumLine, coverage, lines } = await coverageAsOf(sql, project, asOf)
  return { ...coverage, balance, balanceAsOf, warningLine, minimumLine, lines: lines.map(toLine) }
}

/** Returns the five numbers of a project as of a moment. @param project with the day of that moment */
export async function pastHeadcount(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectHeadcount> {
  const [covered, heads] = await Promise.all([coverageAsOf(sql, project, asOf), pastHeads(sql, project, asOf)])
  const inState = (state: HeadState) => heads.filter((head) => head.state === state)
  const worth = (state: HeadState) => {
    const counts = Map.groupBy(inState(state), ({ lineId }) => lineId)
    return coverageOf(
      covered.lines.map((line) => ({ ...line, heads: counts.get(line.lineId)?.length ?? 0 })),
      covered,
    ).value
  }
  const unaccounted = inState('UNACCOUNTED')
  const [dayFacts, handCount] = await Promise.all([
    readDayFacts(
      sql,
      project,
      asOf,
      unaccounted.map(({ pledgeId }) => pledgeId),
    ),
    pastHandCount(sql, project.id, { day: project.day, received: asOf.recorded }),
  ])
  const heardAt = heads.reduce(
    (newest, head) => (head.heardAt > newest ? head.heardAt : newest),
    Number.NEGATIVE_INFINITY,
  )
  const { contracted, windowMinutes } = covered
  return {
    contracted,
    windowMinutes,
    ledger: heads.length,
    heard: inState('HEARD').length,
    unverified: inState('UNVERIFIED').length,
    unaccounted: unaccounted.length,
    missing: covered.lines.reduce((sum, { missing }) => sum + missing, 0),
    unverifiedValue: worth('UNVERIFIED'),
    unaccountedValue: worth('UNACCOUNTED'),
    at: toInstant(asOf.happened),
    lastHeardAt: instantOrNull(Number.isFinite(heardAt) ? heardAt : null),
    changeToday: dayFacts.today,
    change30Days: dayFacts.month,
    closedAt: instantOrNull(dayFacts.closedAt),
    farmIds: project.farmIds,
    handCount,
    day: project.day,
    timeZone: project.timeZone,
    unexplained: unaccounted.length - dayFacts.explained,
  }
}

/** Reads further facts as of a moment: ledger gains of the day and of 30 days, explained heads, and when the day was closed. */
async function readDayFacts(
  sql: Queries,
  { id, day, dayFrom }: ProjectDay,
  { happened, recorded }: AsOf,
  unaccounted: readonly number[],
) {
  return first(
    await sql<{ today: number; month: number; closedAt: number | null; explained: number }[]>`
    select coalesce(sum(heads) filter (where recorded_at >= ${dayFrom}::timestamptz), 0)::int as today, coalesce(sum(heads), 0)::int as month,
      (select closed_at from day_closes where project_id = ${id} and day = ${day}::date and closed_at <= ${Math.min(happened, recorded)}::timestamptz) as "closedAt",
      (select count(distinct pledge_id)::int from head_explanations
        where project_id = ${id} and day = ${day}::date and explained_at <= ${recorded}::timestamptz and pledge_id = any(${[...unaccounted]}::bigint[])) as explained
    from ledger_entries where project_id = ${id} and happened_at <= ${happened}::timestamptz and recorded_at <= ${recorded}::timestamptz
      and recorded_at >= least(${happened - 30 * dayMs}::timestamptz, ${dayFrom}::timestamptz)`,
  )
}
