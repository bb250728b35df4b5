import type { Queries } from '../../db/connect.ts'

interface NewProject {
  code: string
  name: string
  bankOrgId: number
  borrowerOrgId: number | null
  supervisorOrgId: number
  contractHeadcount: number
  loanAmount: number
  status: 'DRAFT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  /** Days, `YYYY-MM-DD`. */
  startsOn: string
  endsOn: string
  farmIds: readonly number[]
  /** Epoch ms. */
  createdAt: number
}

/** Adds a project with its farms. @returns its id */
export async function insertProject(sql: Queries, project: NewProject): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    with project as (
      insert into projects (code, name, bank_org_id, borrower_org_id, supervisor_org_id, contract_headcount, loan_amount,
        status, starts_on, ends_on, created_at)
      values (${project.code}, ${project.name}, ${project.bankOrgId}, ${project.borrowerOrgId},
        ${project.supervisorOrgId}, ${project.contractHeadcount}, ${project.loanAmount}, ${project.status},
        ${project.startsOn}, ${project.endsOn}, ${project.createdAt})
      returning id
    ), farms as (
      insert into project_farms (project_id, farm_id)
      select project.id, farm_id from project, unnest(${[...project.farmIds]}::bigint[]) as farm_id
    )
    select id from project`
  return row?.id ?? 0
}

/** Whether a farm belongs to a project that runs: what the project counts there is not changed without an approval. */
export async function hasRunningProject(sql: Queries, farmId: number): Promise<boolean> {
  const rows = await sql`
    select from project_farms pf join projects p on p.id = pf.project_id
    where pf.farm_id = ${farmId} and p.status in ('ACTIVE', 'CLOSING')`
  return rows.length > 0
}
