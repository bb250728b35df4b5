import type { Queries } from '../../db/connect.ts'

interface NewProject {
  code: string
  name: string
  bankOrgId: number
  borrowerOrgId: number | null
  supervisorOrgId: number
  contractHeadcount: number
  /** Decimal string: money is never a binary float. */
  loanAmount: string
  status: 'DRAFT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  /** Days, `YYYY-MM-DD`. */
  startsOn: string
  endsOn: string
  farmIds: readonly number[]
  /** Herd time, epoch ms. */
  createdAt: number
}

/** Inserts a project with its farms, and assigns farms without a borrower to the project's borrower. @returns its id */
export async function insertProject(sql: Queries, project: NewProject): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    with project as (
      insert into projects (code, name, bank_org_id, borrower_org_id, supervisor_org_id, contract_headcount, loan_amount,
        status, starts_on, ends_on, created_at)
      values (${project.code}, ${project.name}, ${project.bankOrgId}, ${project.borrowerOrgId},
        ${project.supervisorOrgId}, ${project.contractHeadcount}, ${project.loanAmount}, ${project.status},
        ${project.startsOn}, ${project.endsOn}, ${project.createdAt})
      returning id
    ), pledged as (
      insert into project_farms (project_id, farm_id)
      select project.id, farm_id from project, unnest(${[...project.farmIds]}::bigint[]) as farm_id
    ), given as (
      update farms set borrower_org_id = ${project.borrowerOrgId}
      where id = any(${[...project.farmIds]}::bigint[]) and borrower_org_id is null
    )
    select id from project`
  return row?.id ?? 0
}
