import type { CoverageLine } from '#contract/projects/coverage.ts'
import type { Fragment, Queries } from '../connect.ts'

/** A moment of the ledger on two axes, epoch ms: what had happened by one, as far as it was recorded by the other. */
export interface LedgerMoment {
  happened: number
  recorded: number
}

/** A line of collateral at a moment. */
export interface PastLine extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads that the ledger counted, and those of them that were missing. */
  ledger: number
  missing: number
}

export const isNoted = (sql: Queries, { happened, recorded }: LedgerMoment) => sql`happened_at <= ${happened}::timestamptz and recorded_at <= ${recorded}::timestamptz`

/** The entries of a project's ledger that had happened and were recorded. */
export function notedThen(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
  return sql`select id, line_id, heads from ledger_entries where project_id = ${projectId} and ${isNoted(sql, asOf)}`
}

/** The pledges of a project whose heads an entry took off the ledger at any time: few among many, for most of the time. */
export function takenOff(sql: Queries, projectId: number): Fragment {
  return sql`select h.pledge_id from ledger_entries e join ledger_heads h on h.entry_id = e.id where e.project_id = ${projectId} and e.heads < 0`
}

/** The status of an animal `a` then, by the notes about it. */
export function statusThen(sql: Queries, { happened, recorded }: LedgerMoment): Fragment {
  return statusAt(sql, sql`${Math.min(happened, recorded)}::timestamptz`)
}

/** The same at an instant. */
export function statusAt(sql: Queries, at: Fragment): Fragment {
  return sql`coalesce(
    (select x.after ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at <= ${at} and x.after ? 'status' order by x.id desc limit 1),
    (select x.before ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at > ${at} and x.before ? 'status' order by x.id limit 1),
    a.status)`
}

/** The animals that are missing, or were noted as missing at any time, as `id`. */
function everMissing(sql: Queries): Fragment {
  return sql`
    select id from animals where status = 'MISSING'
    union select noun_id from audit_entries where noun = 'animal' and (after ->> 'status' = 'MISSING' or before ->> 'status' = 'MISSING')`
}

interface LinesOf {
  /** Of the project. */
  id: number
  /** Prices that were set for a later one don't count: `2026-05-01`, or `infinity`. */
  day: string
  /** Of a project that ran then: whether lines that were not removed count although none of their heads was left. */
  withEmpty?: boolean
}

/** Lines with the newest price that was set for the day and known; before its first one a line has the one that it began with. */
export function linesThen(sql: Queries, { id, day, withEmpty = false }: LinesOf, asOf: LedgerMoment): Promise<PastLine[]> {
  const isOngoing = sql`not exists (
    select from audit_entries x where x.noun = 'collateral' and x.noun_id = l.id and x.at <= ${asOf.recorded}::timestamptz and x.after ->> 'status' = 'ENDED')`
  return sql<PastLine[]>`
    select l.id as "lineId", l.category_id as "categoryId", coalesce(c.unit_price, l.unit_price) as "unitPrice", coalesce(c.haircut, l.haircut) as haircut,
      coalesce(c.priced_on, l.priced_on) as "pricedOn", coalesce(c.price_source, l.price_source) as "priceSource",
      heads.ledger, heads.missing, heads.ledger - heads.missing as heads
    from (${headsOfLines(sql, id, asOf)}) heads join collateral_lines l on l.id = heads.line_id and (heads.ledger > 0 ${withEmpty ? sql`or ${isOngoing}` : sql``})
    left join lateral (
      select unit_price, haircut, priced_on, price_source from collateral_prices where line_id = l.id
      order by (priced_on <= ${day}::date and recorded_at <= ${asOf.recorded}::timestamptz) desc,
        case when priced_on <= ${day}::date and recorded_at <= ${asOf.recorded}::timestamptz then -id else id end limit 1
    ) c on true
    order by l.id`
}

/** How many heads the ledger counted of each line of a project, and how many of them were missing. */
export function headsOfLines(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
  return sql`select line_id, sum(counted.ledger)::int as ledger, sum(counted.missing)::int as missing from (${headsThen(sql, projectId, asOf)}) counted group by 1`
}

/**
 * The same, of a line as several rows. What entries say is
 * added up; one by one only those heads are looked at that were taken off at any time, and those that were ever missing.
 */
function headsThen(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
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
