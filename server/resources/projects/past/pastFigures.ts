import { coverageOf, type Coverage } from '#contract/projects/coverage.ts'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { toLine } from '../headcount/projectFigures.ts'
import { pastHandCount } from '../handCounts.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { AsOf } from './asOf.ts'
import { everMissing, notedThen, pastHeads, statusThen, takenOff } from './pastHeads.ts'

const dayMs = 86_400_000

interface Terms {
  contracted: number
  windowMinutes: number
  balance: string
  balanceAsOf: string | null
  warningLine: string
  minimumLine: string
}

type PastLine = Parameters<typeof toLine>[0]

interface Covered extends Terms {
  coverage: Coverage
  lines: PastLine[]
}

/** The cover of a loan at a moment: the heads, prices and balance that had happened and were recorded by then. */
async function coveredThen(sql: Queries, { id, day }: ProjectDay, asOf: AsOf): Promise<Covered> {
  const [terms, lines] = await Promise.all([readTerms(sql, id, day, asOf), linesThen(sql, { id, day }, asOf)])
  return { ...terms, coverage: coverageOf(lines, terms), lines }
}

async function readTerms(sql: Queries, projectId: number, day: string, { recorded }: AsOf): Promise<Terms> {
  return first(await sql<Terms[]>`
    select p.contract_headcount as contracted, p.window_minutes as "windowMinutes", p.warning_line as "warningLine", p.minimum_line as "minimumLine",
      coalesce(b.balance, p.loan_amount)::numeric(18, 2) as balance, b.as_of as "balanceAsOf"
    from projects p left join lateral (
      select balance, as_of from loan_balances where project_id = p.id and as_of <= ${day}::date and recorded_at <= ${recorded}::timestamptz order by id desc limit 1
    ) b on true
    where p.id = ${projectId}`)
}

/** Lines with the newest price that was set for the day and known; before its first one a line has the one that it began with. */
export function linesThen(sql: Queries, { id, day }: Pick<ProjectDay, 'id' | 'day'>, asOf: AsOf): Promise<PastLine[]> {
  return sql<PastLine[]>`
    select l.id as "lineId", l.category_id as "categoryId", coalesce(c.unit_price, l.unit_price) as "unitPrice", coalesce(c.haircut, l.haircut) as haircut,
      coalesce(c.priced_on, l.priced_on) as "pricedOn", coalesce(c.price_source, l.price_source) as "priceSource",
      heads.ledger, heads.missing, heads.ledger - heads.missing as heads
    from (
      select line_id, sum(counted.ledger)::int as ledger, sum(counted.missing)::int as missing from (${headsThen(sql, id, asOf)}) counted group by 1 having sum(counted.ledger) > 0
    ) heads join collateral_lines l on l.id = heads.line_id
    left join lateral (
      select unit_price, haircut, priced_on, price_source from collateral_prices where line_id = l.id
      order by (priced_on <= ${day}::date and recorded_at <= ${asOf.recorded}::timestamptz) desc,
        case when priced_on <= ${day}::date and recorded_at <= ${asOf.recorded}::timestamptz then -id else id end limit 1
    ) c on true
    order by l.id`
}

/**
 * How many heads the ledger counted of each line, and how many of them were missing; of a line as several rows. What entries say is
 * added up; one by one only those heads are looked at that were taken off at any time, and those that were ever missing.
 */
function headsThen(sql: Queries, projectId: number, asOf: AsOf): Fragment {
  return sql`
    with noted as materialized (${notedThen(sql, projectId, asOf)}),
    moved as materialized (
      select n.line_id, h.pledge_id, count(*) filter (where n.heads > 0) as came, sum(sign(n.heads)) as stood
      from (select distinct pledge_id from (${takenOff(sql, projectId)}) off) t join ledger_heads h on h.pledge_id = t.pledge_id join noted n on n.id = h.entry_id group by 1, 2
    )
    select line_id, sum(heads) as ledger, 0 as missing from noted where heads > 0 group by 1
    union all select line_id, sum(case when stood > 0 then 1 else 0 end - came), 0 from moved group by 1
    union all select p.line_id, 0, count(*)
      from (${everMissing(sql)}) ever join animals a on a.id = ever.id join pledges p on p.animal_id = a.id and p.project_id = ${projectId}
      where (select sum(sign(n.heads)) from ledger_heads h join noted n on n.id = h.entry_id where h.pledge_id = p.id) > 0
        and ${statusThen(sql, asOf)} = 'MISSING' group by 1`
}

/** The coverage of a loan at a moment. */
export async function pastCoverage(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectCoverage> {
  const { balance, balanceAsOf, warningLine, minimumLine, coverage, lines } = await coveredThen(sql, project, asOf)
  return { ...coverage, balance, balanceAsOf, warningLine, minimumLine, lines: lines.map(toLine) }
}

/** The five numbers of a project at a moment. @param project with the day of that moment */
export async function pastHeadcount(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectHeadcount> {
  const [covered, heads] = await Promise.all([coveredThen(sql, project, asOf), pastHeads(sql, project, asOf)])
  const inState = (state: HeadState) => heads.filter((head) => head.state === state)
  const worth = (state: HeadState) => {
    const counts = Map.groupBy(inState(state), ({ lineId }) => lineId)
    return coverageOf(covered.lines.map((line) => ({ ...line, heads: counts.get(line.lineId)?.length ?? 0 })), covered).value
  }
  const unaccounted = inState('UNACCOUNTED')
  const [told, handCount] = await Promise.all([
    readTold(sql, project, asOf, unaccounted.map(({ pledgeId }) => pledgeId)),
    pastHandCount(sql, project.id, { day: project.day, received: asOf.recorded }),
  ])
  const heardAt = heads.reduce((newest, head) => (head.heardAt > newest ? head.heardAt : newest), Number.NEGATIVE_INFINITY)
  const { contracted, windowMinutes } = covered
  return {
    contracted, windowMinutes,
    ledger: heads.length,
    heard: inState('HEARD').length,
    unverified: inState('UNVERIFIED').length,
    unaccounted: unaccounted.length,
    missing: covered.lines.reduce((sum, { missing }) => sum + missing, 0),
    unverifiedValue: worth('UNVERIFIED'),
    unaccountedValue: worth('UNACCOUNTED'),
    at: toInstant(asOf.happened),
    lastHeardAt: instantOrNull(Number.isFinite(heardAt) ? heardAt : null),
    changeToday: told.today,
    change30Days: told.month,
    closedAt: instantOrNull(told.closedAt),
    farmIds: project.farmIds,
    handCount,
    day: project.day,
    timeZone: project.timeZone,
    unexplained: unaccounted.length - told.explained,
  }
}

/** Other facts by then: the change of the ledger on that day and in 30 days, who was explained, and whether the day was closed. */
async function readTold(sql: Queries, { id, day, dayFrom }: ProjectDay, { happened, recorded }: AsOf, unaccounted: readonly number[]) {
  return first(await sql<{ today: number; month: number; closedAt: number | null; explained: number }[]>`
    select coalesce(sum(heads) filter (where recorded_at >= ${dayFrom}::timestamptz), 0)::int as today, coalesce(sum(heads), 0)::int as month,
      (select closed_at from day_closes where project_id = ${id} and day = ${day}::date and closed_at <= ${Math.min(happened, recorded)}::timestamptz) as "closedAt",
      (select count(distinct pledge_id)::int from head_explanations
        where project_id = ${id} and day = ${day}::date and explained_at <= ${recorded}::timestamptz and pledge_id = any(${[...unaccounted]}::bigint[])) as explained
    from ledger_entries where project_id = ${id} and happened_at <= ${happened}::timestamptz and recorded_at <= ${recorded}::timestamptz
      and recorded_at >= least(${happened - 30 * dayMs}::timestamptz, ${dayFrom}::timestamptz)`)
}
