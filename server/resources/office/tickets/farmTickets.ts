import { organisationKindOf } from '#contract/people/roles.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { closeApprovedAt, lastOpeningRequestAt } from '../../projects/projectTimes.ts'
import { visibleProjects } from '../../visibility.ts'

/**
 * Whether a ticket `t` is about a farm of a project `p` during the project: from its latest opening request until it closed (machine time).
 * Before and after, the farm may belong to projects of other banks.
 */
function isOfFarmsOf(sql: Queries): Fragment {
  return sql`(t.subject_type = 'FARM' and t.kind in ('MOVEMENT_PERMIT', 'RULE_CHANGE')
    and exists (select from project_farms pf where pf.project_id = p.id and pf.farm_id = t.subject_id)
    and coalesce(t.decided_at, 'infinity') >= coalesce(${lastOpeningRequestAt(sql, sql`p.id`)}, '-infinity')
    and t.raised_at <= coalesce(${closeApprovedAt(sql, sql`p.id`)}, 'infinity'))`
}

/** Whether a ticket `t` is about a project that the caller may see, or about its farms. */
export function ticketConcernsProject(sql: Queries, caller: Caller, projectId: number): Fragment {
  return sql`exists (select from projects p where p.id = ${projectId} and p.id in (${visibleProjects(sql, caller)})
    and ((t.subject_type = 'PROJECT' and t.subject_id = p.id) or ${isOfFarmsOf(sql)}))`
}

/** Whether a ticket `t` is visible to the bank of a project `p`. */
function isOfBankOf(sql: Queries): Fragment {
  return sql`((t.subject_type = 'PROJECT' and t.kind = 'RULE_CHANGE' and t.subject_id = p.id) or ${isOfFarmsOf(sql)})`
}

/** Whether a project `p` belongs to the caller's own bank. */
function isOwnBank(sql: Queries, { role, organisationId, organisationKind }: Caller): Fragment {
  return organisationKindOf[role] === 'BANK' && organisationKind === 'BANK'
    ? sql`(p.bank_org_id = ${organisationId} and p.deleted_at is null)`
    : sql`false`
}

/** Whether a ticket `t` is visible to the caller's bank through a project, which may be closed by now. */
export function wasVisibleToBank(sql: Queries, caller: Caller, projectId: number): Fragment {
  return sql`exists (select from projects p where p.id = ${projectId} and ${isOwnBank(sql, caller)} and ${isOfBankOf(sql)})`
}

/** Whether a ticket `t` is visible to the caller's bank through a project that is pending or running: a movement permit or a rule change. */
export function isVisibleToBank(sql: Queries, caller: Caller): Fragment {
  return sql`exists (select from projects p where ${isOwnBank(sql, caller)} and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING') and ${isOfBankOf(sql)})`
}

/** Selects the banks that may see a ticket, as rows of `id`. */
export function banksSeeingTicket(sql: Queries, ticketId: number): Fragment {
  return sql`
    select p.bank_org_id as id from projects p, tickets t where t.id = ${ticketId} and p.bank_org_id is not null and p.deleted_at is null
      and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING') and ${isOfBankOf(sql)}`
}
