import { auditedInHerd } from '../auditTimes.ts'
import type { Fragment, Queries } from '../connect.ts'

/** A point on two time axes, epoch ms: events up to `happened`, as far as they were recorded by `recorded`. */
export interface LedgerMoment {
  happened: number
  recorded: number
}

export const entryRecordedAsOf = (sql: Queries, { happened, recorded }: LedgerMoment) =>
  sql`happened_at <= ${happened}::timestamptz and recorded_at <= ${recorded}::timestamptz`

/** Selects the ledger entries of projects that had happened and were recorded by a moment. */
export function entriesAsOf(sql: Queries, projectIds: readonly number[], asOf: LedgerMoment): Fragment {
  return sql`select id, line_id, heads from ledger_entries where project_id = any(${[...projectIds]}::bigint[]) and ${entryRecordedAsOf(sql, asOf)}`
}

/** Selects the pledges of projects that any entry removed from the ledger. They are usually few. */
export function pledgesRemovedFromLedger(sql: Queries, projectIds: readonly number[]): Fragment {
  return sql`select h.pledge_id from ledger_entries e join ledger_heads h on h.entry_id = e.id where e.project_id = any(${[...projectIds]}::bigint[]) and e.heads < 0`
}

/** Returns the status of an animal `a` at a moment, from its audit entries. */
export function statusAsOf(sql: Queries, { happened, recorded }: LedgerMoment): Fragment {
  return statusAt(sql, sql`${Math.min(happened, recorded)}::timestamptz`)
}

/** Returns the status of an animal `a` at an instant, from its audit entries. */
export function statusAt(sql: Queries, at: Fragment): Fragment {
  return sql`coalesce(
    (select x.after ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and ${auditedInHerd(sql)} <= ${at} and x.after ? 'status' order by x.id desc limit 1),
    (select x.before ->> 'status' from audit_entries x where x.noun = 'animal' and x.noun_id = a.id and ${auditedInHerd(sql)} > ${at} and x.before ? 'status' order by x.id limit 1),
    a.status)`
}

/** Selects the animals that are missing now or were recorded as missing at any time, as `id`. */
function everMissing(sql: Queries): Fragment {
  return sql`
    select id from animals where status = 'MISSING'
    union select noun_id from audit_entries where noun = 'animal' and (after ->> 'status' = 'MISSING' or before ->> 'status' = 'MISSING')`
}

/** Selects per line the heads that the ledger counted and how many of them were missing. */
export function headsOfLines(sql: Queries, projectIds: readonly number[], asOf: LedgerMoment): Fragment {
  return sql`select line_id, sum(counted.ledger)::int as ledger, sum(counted.missing)::int as missing from (${headsAsOf(sql, projectIds, asOf)}) counted group by 1`
}

/**
 * Selects the heads of each line as several partial rows, to be summed. Adds up the entries' totals,
 * then corrects them for removed pledges and for animals that were ever missing, which are checked one by one.
 */
function headsAsOf(sql: Queries, projectIds: readonly number[], asOf: LedgerMoment): Fragment {
  return sql`
    with noted as materialized (${entriesAsOf(sql, projectIds, asOf)}),
    moved as materialized (
      select n.line_id, h.pledge_id, count(*) filter (where n.heads > 0) as came, sum(sign(n.heads)) as stood
      from (select distinct pledge_id from (${pledgesRemovedFromLedger(sql, projectIds)}) off) t join ledger_heads h on h.pledge_id = t.pledge_id join noted n on n.id = h.entry_id group by 1, 2
    )
    select line_id, sum(heads) as ledger, 0 as missing from noted where heads > 0 group by 1
    union all select line_id, sum(case when stood > 0 then 1 else 0 end - came), 0 from moved group by 1
    union all select p.line_id, 0, count(*)
      from (${everMissing(sql)}) ever join animals a on a.id = ever.id join pledges p on p.animal_id = a.id and p.project_id = any(${[...projectIds]}::bigint[])
      where (select sum(sign(n.heads)) from ledger_heads h join noted n on n.id = h.entry_id where h.pledge_id = p.id) > 0
        and ${statusAsOf(sql, asOf)} = 'MISSING' group by 1`
}
