import type { Expression } from '../../../records/describe.ts'
import { collateralLines } from '../collateral/lines.ts'
import { auditedInHerd } from '../../../db/auditTimes.ts'
import { countedPrice } from '../../../db/projects/loanState.ts'
import { decidedInHerd, raisedInHerd } from '../../../db/projects/ticketTimes.ts'
import { headsOfLines } from '../../../db/projects/pastLedger.ts'
import { type AsOf, eventCutoff } from './asOf.ts'

/** Describes the lines of a project as of a moment: heads as in the five numbers, prices as known then. */
export function describeLinesAsOf({ id }: { id: number }, asOf: AsOf): typeof collateralLines {
  const until = eventCutoff(asOf)
  const price =
    (column: string): Expression =>
    (sql) =>
      sql`coalesce(${sql(`then.${column}`)}, ${sql(`r.${column}`)})`
  const heads: Expression = (sql) => sql`coalesce(counted.ledger, 0)`
  return {
    ...collateralLines,
    joins: (sql) => sql`
      left join (${headsOfLines(sql, [id], asOf)}) counted on counted.line_id = r.id
      left join lateral (${countedPrice(sql, sql`r.id`, asOf)}) "then" on true`,
    fields: {
      ...collateralLines.fields,
      unitPrice: price('unit_price'),
      pricedOn: price('priced_on'),
      priceSource: price('price_source'),
      haircut: price('haircut'),
      status: (sql) => sql`coalesce((
        select x.before ->> 'status' from audit_entries x
        where x.noun = ${collateralLines.noun} and x.noun_id = r.id and ${auditedInHerd(sql)} > ${until}::timestamptz and x.before ? 'status' order by x.id limit 1), r.status)`,
      heads,
      claimed: (sql) => sql`(
        select count(*)::int from pledges p where p.line_id = r.id and p.claimed_at <= ${until}::timestamptz
          and (p.pledged_at is null or p.pledged_at > ${until}::timestamptz) and (p.ended_at is null or p.ended_at > ${until}::timestamptz))`,
      drafted: (sql) => sql`0`,
      value: (sql) =>
        sql`(${heads(sql)} * ${price('unit_price')(sql)} * (1 - ${price('haircut')(sql)}))::numeric(18, 2)`,
      ticketId: (sql) => sql`(
        select max(t.id) from tickets t where t.subject_type = 'PROJECT' and t.subject_id = r.project_id and t.kind = 'COLLATERAL_CHANGE'
          and ${raisedInHerd(sql)} <= ${until}::timestamptz and (t.decided_at is null or ${decidedInHerd(sql)} > ${until}::timestamptz) and (t.payload ->> 'lineId')::bigint = r.id)`,
    },
    // A line is visible from when it was requested: claims carry herd time, creation carries machine time.
    visible: (sql, caller) => sql`${collateralLines.visible(sql, caller)}
      and (r.created_at <= ${until}::timestamptz or exists (select from pledges p where p.line_id = r.id and p.claimed_at <= ${until}::timestamptz))`,
  }
}
