import type { Fragment, Queries } from '../../../db/connect.ts'
import { describeRecords } from '../../../records/describe.ts'
import { visibleProjects } from '../../visibility.ts'

/** Selects the pending request about a line `r`. */
function waiting(sql: Queries): Fragment {
  return sql`(select max(t.id) from tickets t where t.subject_type = 'PROJECT' and t.subject_id = r.project_id and t.kind = 'COLLATERAL_CHANGE'
    and t.state = 'PENDING' and (t.payload ->> 'lineId')::bigint = r.id)`
}

/** The record type of collateral lines. Only collateral.ts and approvals change them. */
export const collateralLines = describeRecords('collateral', {
  noun: 'collateral',
  table: 'collateral_lines',
  fields: {
    projectId: 'project_id',
    categoryId: 'category_id',
    unitId: 'unit_id',
    heads: 'ledger_heads',
    claimed: (sql) =>
      sql`(select count(*)::int from pledges p where p.line_id = r.id and p.pledged_at is null and p.ended_at is null)`,
    drafted: (sql) =>
      sql`(select count(*)::int from collateral_drafts d where d.line_id = r.id and r.status = 'DRAFT')`,
    value: (sql) => sql`(r.ledger_heads * r.unit_price * (1 - r.haircut))::numeric(18, 2)`,
    ticketId: waiting,
  },
  filters: {
    id: (sql, projectId) => sql`r.project_id = ${projectId}`,
    // The as-of moment changes the columns, not the rows: see past/pastLines.ts.
    happened: (sql) => sql`true`,
    recorded: (sql) => sql`true`,
  },
  visible: (sql, caller) => sql`r.project_id in (${visibleProjects(sql, caller)})`,
})
