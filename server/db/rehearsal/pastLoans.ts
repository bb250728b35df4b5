import { auditedInHerd } from '../auditTimes.ts'
import type { Queries } from '../connect.ts'
import type { RunningProject } from '../projects/farmFinance.ts'
import { readLoans } from '../projects/loanState.ts'

/** A project at a past instant, with its farms at that time. */
export interface PastProject extends Omit<RunningProject, 'loggedOn' | 'firstFarmId'> {
  farmIds: number[]
}

/** Lists the projects that have run on some farms since an instant (epoch ms). */
export async function projectsSince(sql: Queries, farmIds: readonly number[], from: number): Promise<number[]> {
  const ids = sql`any(${[...farmIds]}::bigint[])`
  const rows = await sql<{ id: number }[]>`
    select project_id as id from project_farms where farm_id = ${ids}
    union select e.noun_id from audit_entries e, jsonb_array_elements(e.before -> 'farms') as one
      where e.noun = 'project' and e.at > ${from}::timestamptz and (one ->> 'id')::bigint = ${ids} order by 1`
  return rows.map(({ id }) => id)
}

/** Lists when the coverage of a loan may have changed between two instants (epoch ms): through terms, balance, prices, ledger or missing heads. */
export async function changesOfLoan(sql: Queries, projectId: number, from: number, to: number): Promise<number[]> {
  const within = (column: 'recorded_at' | 'audited') => {
    const at = column === 'audited' ? auditedInHerd(sql) : sql`recorded_at`
    return sql`${at} > ${from}::timestamptz and ${at} < ${to}::timestamptz`
  }
  const rows = await sql<{ at: number }[]>`
    select recorded_at as at from ledger_entries where project_id = ${projectId} and ${within('recorded_at')}
    union select recorded_at from loan_balances where project_id = ${projectId} and ${within('recorded_at')}
    union select recorded_at from collateral_prices where line_id in (select id from collateral_lines where project_id = ${projectId}) and ${within('recorded_at')}
    union select ${auditedInHerd(sql)} from audit_entries x where noun = 'project' and noun_id = ${projectId} and ${within('audited')}
    union select ${auditedInHerd(sql)} from audit_entries x where noun = 'collateral' and noun_id in (select id from collateral_lines where project_id = ${projectId}) and ${within('audited')}
    union select ${auditedInHerd(sql)} from audit_entries x where noun = 'animal' and (after ->> 'status' = 'MISSING' or before ->> 'status' = 'MISSING') and ${within('audited')}
      and noun_id in (select animal_id from pledges where project_id = ${projectId})
    union select created_at from projects where id = ${projectId} and created_at > ${from}::timestamptz and created_at < ${to}::timestamptz`
  return rows.map(({ at }) => at)
}

/** Returns a project as it was at an instant (epoch ms); null when it was not running. The first later audit entry says whether it ran, and on which farms. */
export async function projectAt(sql: Queries, projectId: number, at: number): Promise<PastProject | null> {
  const [row] = await sql<Omit<PastProject, 'loan'>[]>`
    select p.id, p.code, p.starts_on as "startsOn",
      case when later.before ? 'farms' then array(select (one ->> 'id')::bigint from jsonb_array_elements(later.before -> 'farms') as one)
        else array(select farm_id from project_farms where project_id = p.id) end as "farmIds"
    from projects p left join lateral (
      select x.before from audit_entries x where x.noun = 'project' and x.noun_id = p.id and ${auditedInHerd(sql)} > ${at}::timestamptz and x.before ? 'status' order by x.id limit 1
    ) later on true
    where p.id = ${projectId} and p.created_at <= ${at}::timestamptz and p.deleted_at is null and coalesce(later.before ->> 'status', p.status) in ('ACTIVE', 'CLOSING')`
  const [loan] = await readLoans(sql, [projectId], { happened: at, recorded: at })
  return row && loan ? { ...row, loan } : null
}
