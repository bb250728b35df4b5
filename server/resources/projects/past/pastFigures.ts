import { coverageOf } from '#contract/projects/coverage.ts'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { readLoans } from '../../../db/projects/loanState.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { pastHandCount } from '../handCounts.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { AsOf } from './asOf.ts'
import { pastHeads } from './pastHeads.ts'

const dayMs = 86_400_000

/** Returns the five numbers of a project as of a moment. @param project with the day of that moment */
export async function pastHeadcount(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectHeadcount> {
  const [loan, heads] = await Promise.all([
    readLoans(sql, [project.id], asOf).then(first),
    pastHeads(sql, project, asOf),
  ])
  const inState = (state: HeadState) => heads.filter((head) => head.state === state)
  const worth = (state: HeadState) => {
    const counts = Map.groupBy(inState(state), ({ lineId }) => lineId)
    return coverageOf(
      loan.lines.map((line) => ({ ...line, heads: counts.get(line.lineId)?.length ?? 0 })),
      loan,
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
  const { contracted, windowMinutes } = loan
  return {
    contracted,
    windowMinutes,
    ledger: heads.length,
    heard: inState('HEARD').length,
    unverified: inState('UNVERIFIED').length,
    unaccounted: unaccounted.length,
    missing: loan.lines.reduce((sum, { missing }) => sum + missing, 0),
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
