import type { CoverageLine } from '#contract/projects/coverage.ts'
import type { Fragment, Queries } from '../connect.ts'

/** A point on two time axes, epoch ms: events up to `happened`, as far as they were recorded by `recorded`. */
export interface LedgerMoment {
  happened: number
  recorded: number
}

/** A collateral line at a past moment. */
export interface PastLine extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads that the ledger counted, and how many of them were missing. */
  ledger: number
  missing: number
}

export const entryRecordedAsOf = (sql: Queries, { happened, recorded }: LedgerMoment) =>
  sql`happened_at <= ${happened}::timestamptz and recorded_at <= ${recorded}::timestamptz`

/** Selects the ledger entries of a project that had happened and were recorded by a moment. */
export function entriesAsOf(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
  return sql`select id, line_id, heads from ledger_entries where project_id = ${projectId} and ${entryRecordedAsOf(sql, asOf)}`
}

/** Selects the pledges of a project that any entry removed from the ledger. They are usually few. */
export function pledgesRemovedFromLedger(sql: Queries, projectId: number): Fragment {
  return sql`select h.pledge_id from ledger_entries e join ledger_heads h on h.entry_id = e.id where e.project_id = ${projectId} and e.heads < 0`
}

/** Returns the status of an animal `a` at a moment, from its audit entries. */
export function statusAsOf(sql: Queries, { happened, recorded }: LedgerMoment): Fragment {
  return statusAt(sql, sql`${Math.min(happened, recorded)}::timestamptz`)
}

/** Returns the status of an animal `a` at an instant, from its audit entries. */
export function statusAt(sql: Queries, at: Fragment): Fragment {
  return sql`coalesce(
    (select x.after ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at <= ${at} and x.after ? 'status' order by x.id desc limit 1),
    (select x.before ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and x.at > ${at} and x.before ? 'status' order by x.id limit 1),
    a.status)`
}

/** Selects the animals that are missing now or were recorded as missing at any time, as `id`. */
function everMissing(sql: Queries): Fragment {
  return sql`
    select id from animals where status = 'MISSING'
    union select noun_id from audit_entries where noun = 'animal' and (after ->> 'status' = 'MISSING' or before ->> 'status' = 'MISSING')`
}

interface LinesOf {
  /** Project id. */
  id: number
  /** Ignores prices set for a later day: `2026-05-01`, or `infinity`. */
  day: string
  /** Includes lines without heads that were not ended by then, for a project that was running. */
  withEmpty?: boolean
}

/** Reads lines with the newest price that was set for the day and recorded by then. Before the first price, a line has its initial one. */
export function readLinesAsOf(
  sql: Queries,
  { id, day, withEmpty = false }: LinesOf,
  asOf: LedgerMoment,
): Promise<PastLine[]> {
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

/** Selects per line the heads that the ledger counted and how many of them were missing. */
export function headsOfLines(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
  return sql`select line_id, sum(counted.ledger)::int as ledger, sum(counted.missing)::int as missing from (${headsAsOf(sql, projectId, asOf)}) counted group by 1`
}

/**
 * Selects the heads of each line as several partial rows, to be summed. Adds up the entries' totals,
 * then corrects them for removed pledges and for animals that were ever missing, which are checked one by one.
 */
function headsAsOf(sql: Queries, projectId: number, asOf: LedgerMoment): Fragment {
  return sql`
    with noted as materialized (${entriesAsOf(sql, projectId, asOf)}),
    moved as materialized (
      select n.line_id, h.pledge_id, count(*) filter (where n.heads > 0) as came, sum(sign(n.heads)) as stood
      from (select distinct pledge_id from (${pledgesRemovedFromLedger(sql, projectId)}) off) t join ledger_heads h on h.pledge_id = t.pledge_id join noted n on n.id = h.entry_id group by 1, 2
    )
    select line_id, sum(heads) as ledger, 0 as missing from noted where heads > 0 group by 1
    union all select line_id, sum(case when stood > 0 then 1 else 0 end - came), 0 from moved group by 1
    union all select p.line_id, 0, count(*)
      from (${everMissing(sql)}) ever join animals a on a.id = ever.id join pledges p on p.animal_id = a.id and p.project_id = ${projectId}
      where (select sum(sign(n.heads)) from ledger_heads h join noted n on n.id = h.entry_id where h.pledge_id = p.id) > 0
        and ${statusAsOf(sql, asOf)} = 'MISSING' group by 1`
}
