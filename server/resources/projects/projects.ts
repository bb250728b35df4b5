import type { ProjectStatus } from '#contract/projects/projects.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'
import { countedBalance } from '../../db/projects/loanState.ts'
import { describeRecords, writtenByHook } from '../../records/describe.ts'
import { contains } from '../../records/page.ts'
import { visibleProjects } from '../visibility.ts'
import { saveFarms, requireFarms } from './parties/projectFarms.ts'
import { requireParty } from './parties/projectParties.ts'
import { saveUsers, requireUsers, usersOf } from './parties/projectUsers.ts'

const writableParty = (name: string) => ({
  read: (sql: Queries) => sql`${sql(`r.${name}`)}`,
  write: (id: number | null) => ({ [name]: id }),
})

export const projects = describeRecords('projects', {
  noun: 'project',
  table: 'projects',
  joins: (sql) => sql`
    join organisations supervisor on supervisor.id = r.supervisor_org_id
    left join organisations bank on bank.id = r.bank_org_id
    left join organisations borrower on borrower.id = r.borrower_org_id`,
  fields: {
    bankOrgId: writableParty('bank_org_id'),
    bankOrgName: writtenByHook((sql) => sql`bank.name`),
    borrowerOrgId: writableParty('borrower_org_id'),
    borrowerOrgName: writtenByHook((sql) => sql`borrower.name`),
    supervisorOrgId: 'supervisor_org_id',
    supervisorOrgName: (sql) => sql`supervisor.name`,
    isSelectBank: (sql) => sql`(r.bank_org_id is not null)`,
    isSelectBorrower: (sql) => sql`(r.borrower_org_id is not null)`,
    supervisorOrgUsers: writtenByHook(usersOf('SUPERVISOR')),
    bankUsers: writtenByHook(usersOf('BANK')),
    borrowerOrgUsers: writtenByHook(usersOf('BORROWER')),
    bankNoOrgUser: writtenByHook(usersOf('BANK_NO_ORG')),
    farms: writtenByHook(
      (sql) => sql`
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.name, f.id)
        from project_farms pf join farms f on f.id = pf.farm_id where pf.project_id = r.id), '[]')`,
    ),
    loanBalance: (sql) =>
      sql`coalesce((select counted.balance from (${countedBalance(sql, sql`r.id`, null)}) counted), r.loan_amount)`,
    openTicketId: (sql) => sql`case when r.status in ('PENDING_APPROVAL', 'CLOSING') then (
      select max(t.id) from tickets t where t.subject_type = 'PROJECT' and t.subject_id = r.id and t.state = 'PENDING'
        and t.kind in ('PROJECT_OPEN', 'PROJECT_CLOSE')) end`,
  },
  filters: {
    isOnlyActive: (sql, isOnly) => (isOnly ? sql`r.status in ('ACTIVE', 'CLOSING')` : sql`true`),
    name: (
      sql,
      text,
    ) => sql`(${contains(sql, 'r.name', text)} or ${contains(sql, 'r.code', text)} or ${contains(sql, 'bank.name', text)}
      or ${contains(sql, 'borrower.name', text)} or ${contains(sql, 'supervisor.name', text)})`,
    farmId: (sql, farmId) =>
      sql`exists (select from project_farms pf where pf.project_id = r.id and pf.farm_id = ${farmId})`,
  },
  visible: (sql, caller) => sql`r.id in (${visibleProjects(sql, caller)})`,
  unique: { projects_code: 'code' },
  sort: { field: 'id', order: 'desc' },
  // Changes of a draft are emitted to its supervisor only.
  organisations: ({ status, supervisorOrgId, bankOrgId, borrowerOrgId }) =>
    status === 'DRAFT' ? [supervisorOrgId] : [supervisorOrgId, bankOrgId, borrowerOrgId],
  // Farm rules are re-evaluated for projects that are or were open.
  farms: ({ status, farms }) => (status === 'DRAFT' || status === 'PENDING_APPROVAL' ? [] : farms.map(({ id }) => id)),
  hooks: {
    async beforeSave({ sql, caller, before, input }) {
      if (before !== null) requireDraft(before)
      await requireParty(sql, caller, 'BANK', before?.bankOrgId ?? null, {
        id: input.bankOrgId,
        name: input.bankOrgName,
      })
      await requireParty(sql, caller, 'BORROWER', before?.borrowerOrgId ?? null, {
        id: input.borrowerOrgId,
        name: input.borrowerOrgName,
      })
      return before === null ? { supervisor_org_id: caller.organisationId, status: 'DRAFT' } : {}
    },
    async afterSave({ sql, caller, before, input, after }) {
      await requireUsers(sql, caller, after, before, input)
      await requireFarms(sql, caller, after, input.farms)
      await saveUsers(sql, after.id, input)
      await saveFarms(sql, after.id, input.farms)
    },
    async beforeRemove({ sql, before }) {
      requireDraft(before)
      await sql`delete from project_farms where project_id = ${before.id}`
    },
  },
})

/** @throws CallError PLEDGED unless the project is a draft: terms that the parties review or have agreed to are not changed directly */
function requireDraft({ status }: { status: ProjectStatus }): void {
  if (status !== 'DRAFT') throw new CallError('PLEDGED')
}
