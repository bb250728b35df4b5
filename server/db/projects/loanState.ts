import { coverageOf, type Coverage, type CoverageLine, type CoverageTerms } from '#contract/projects/coverage.ts'
import { auditedInHerd } from '../auditTimes.ts'
import type { Fragment, Queries } from '../connect.ts'
import { headsOfLines, type LedgerMoment } from './pastLedger.ts'
import { projectZone } from './projectZone.ts'

/** A collateral line with heads on its ledger. `heads` is the ledger's count without missing animals. */
export interface LineState extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads on the ledger, and the missing ones among them. */
  ledger: number
  missing: number
}

/** A loan and the collateral that secures it, at a moment. */
export interface LoanState extends CoverageTerms {
  projectId: number
  code: string
  farmIds: number[]
  contracted: number
  windowMinutes: number
  /** Day of the balance; null when it is the original loan amount. */
  balanceAsOf: string | null
  lines: LineState[]
  /** Whether it ever had a collateral line in force. */
  wasPledged: boolean
  coverage: Coverage
}

/** A moment whose axes may be expressions, for queries about several moments. */
type MomentOrFragments = Record<keyof LedgerMoment, number | Fragment>

const instant = (sql: Queries, at: number | Fragment) => (typeof at === 'number' ? sql`${at}::timestamptz` : at)

/**
 * Whether a dated row of a project had come and was recorded by a moment.
 * A day ahead of the farm's, as a bank in another time zone may name, counts from its recording.
 * @param day column with the day from which the row counts; `recordedAt`: column with the instant at which it was recorded
 */
function datedAsOf(
  sql: Queries,
  projectId: Fragment,
  { day, recordedAt }: Record<'day' | 'recordedAt', Fragment>,
  asOf: MomentOrFragments | null,
): Fragment {
  if (asOf === null) return sql`true`
  const dayAt = (at: Fragment) => sql`timezone(${projectZone(sql, projectId)}, ${at})::date`
  return sql`(${recordedAt} <= ${instant(sql, asOf.recorded)} and least(${day}, ${dayAt(recordedAt)}) <= ${dayAt(instant(sql, asOf.happened))})`
}

/** Whether a balance `b` had come and was recorded by a moment. */
export function balanceAsOf(sql: Queries, asOf: MomentOrFragments | null): Fragment {
  return datedAsOf(sql, sql`b.project_id`, { day: sql`b.as_of`, recordedAt: sql`b.recorded_at` }, asOf)
}

/**
 * Selects the balance of a project that counts at a moment: `id`, `balance` and `as_of` of the newest day, and of that day the last recorded.
 * A balance counts until the recording of its correction.
 * @param projectId read outside, so that it may name a balance `b` of the surrounding query
 * @param asOf null for the present
 */
export function countedBalance(sql: Queries, projectId: Fragment, asOf: MomentOrFragments | null): Fragment {
  return sql`
    select b.id, b.balance, b.as_of from (select ${projectId} as id) own join loan_balances b on b.project_id = own.id
    where ${balanceAsOf(sql, asOf)}
      and not exists (select from loan_balances c where c.corrects_id = b.id and ${asOf ? sql`c.recorded_at <= ${instant(sql, asOf.recorded)}` : sql`true`})
    order by b.as_of desc, b.id desc limit 1`
}

/**
 * Selects the price of a line that counts at a moment: `unit_price`, `haircut`, `priced_on` and `price_source` of the last recorded one whose day
 * had come. Its bank approved it, so it counts even if its day is earlier. Before the first price, a line has its initial one.
 * No row for a line that was never active.
 * @param asOf null for the present
 */
export function countedPrice(sql: Queries, line: Fragment, asOf: LedgerMoment | null): Fragment {
  const counts = datedAsOf(
    sql,
    sql`(select project_id from collateral_lines where id = c.line_id)`,
    { day: sql`c.priced_on`, recordedAt: sql`c.recorded_at` },
    asOf,
  )
  return sql`
    select unit_price, haircut, priced_on, price_source from (select c.*, ${counts} as counts from collateral_prices c where c.line_id = ${line}) c
    order by counts desc, case when counts then -id else id end limit 1`
}

/**
 * Reads loans as of a moment on both axes, in one statement.
 * The present takes heads from the counters of the lines; any other moment sums the ledger's entries. See docs/architecture/projects.md.
 * @param asOf null for the present
 * @returns in order of ids, without projects that do not exist
 */
export async function readLoans(
  sql: Queries,
  projectIds: readonly number[],
  asOf: LedgerMoment | null,
): Promise<LoanState[]> {
  const ids = [...projectIds]
  // The first later audit entry has the terms of that time.
  const term = (name: string, column: Fragment) =>
    asOf ? sql`coalesce((later.before ->> ${name}::text)::numeric, ${column})` : column
  const later = asOf
    ? sql`left join lateral (select x.before from audit_entries x where x.noun = 'project' and x.noun_id = p.id and ${auditedInHerd(sql)} > ${instant(sql, Math.min(asOf.happened, asOf.recorded))}
        and x.before ? 'status' order by x.id limit 1) later on true`
    : sql``
  const heads = asOf ? headsOfLines(sql, ids, asOf) : currentHeads(sql, ids)
  const rows = await sql<Omit<LoanState, 'coverage'>[]>`
    with heads as materialized (${heads})
    select p.id as "projectId", p.code, array(select farm_id from project_farms where project_id = p.id order by 1) as "farmIds", ${term('contractHeadcount', sql`p.contract_headcount`)}::int as contracted,
      p.window_minutes as "windowMinutes", ${term('warningLine', sql`p.warning_line`)} as "warningLine", ${term('minimumLine', sql`p.minimum_line`)} as "minimumLine",
      coalesce(b.balance, ${term('loanAmount', sql`p.loan_amount`)})::numeric(18, 2) as balance, b.as_of as "balanceAsOf",
      exists (select from collateral_lines where project_id = p.id and status in ('ACTIVE', 'ENDED')) as "wasPledged", coalesce((
        select jsonb_agg(jsonb_build_object(
          'lineId', l.id, 'categoryId', l.category_id, 'unitPrice', coalesce(c.unit_price, l.unit_price)::text, 'haircut', coalesce(c.haircut, l.haircut)::text,
          'pricedOn', coalesce(c.priced_on, l.priced_on), 'priceSource', coalesce(c.price_source, l.price_source),
          'ledger', heads.ledger, 'missing', heads.missing, 'heads', heads.ledger - heads.missing) order by l.id)
        from heads join collateral_lines l on l.id = heads.line_id left join lateral (${countedPrice(sql, sql`l.id`, asOf)}) c on true
        where l.project_id = p.id and heads.ledger > 0), '[]') as lines
    from projects p left join lateral (${countedBalance(sql, sql`p.id`, asOf)}) b on true ${later}
    where p.id = any(${ids}::bigint[]) order by p.id`
  return rows.map((row) => ({ ...row, coverage: coverageOf(row.lines, row) }))
}

/** Selects per line the heads that the ledger counts now and how many of them are missing. */
function currentHeads(sql: Queries, projectIds: readonly number[]): Fragment {
  return sql`
    select l.id as line_id, l.ledger_heads as ledger, coalesce(gone.missing, 0) as missing from collateral_lines l left join (
      select p.line_id, count(*)::int as missing from animals a join pledges p on p.animal_id = a.id and p.ended_at is null
      where a.status = 'MISSING' and p.is_counted group by 1
    ) gone on gone.line_id = l.id
    where l.project_id = any(${[...projectIds]}::bigint[]) and l.ledger_heads > 0`
}
