import { organisationKindOf } from '#contract/people/roles.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { raisedInHerd } from '../../../db/projects/ticketTimes.ts'
import { closeApprovedAt, lastOpeningRequestAt } from '../../projects/projectTimes.ts'
import { visibleProjects } from '../../visibility.ts'

/** Selects the animals of a movement permit `t` that a project `p` had pledged or claimed between its request and its end (herd time). */
function permittedHeads(sql: Queries): Fragment {
  return sql`
    select pl.animal_id as id from jsonb_array_elements(case when t.kind = 'MOVEMENT_PERMIT' then t.payload -> 'animals' else '[]' end) asked
    join pledges pl on pl.animal_id = (asked ->> 'id')::bigint and pl.project_id = p.id
      and pl.claimed_at <= to_timestamp((t.payload ->> 'endsAt')::numeric / 1000) and coalesce(pl.ended_at, 'infinity') >= ${raisedInHerd(sql)}`
}

/**
 * Whether a ticket `t` is about a farm of a project `p` during the project: from its latest opening request until it closed (machine time).
 * Before and after, the farm may belong to projects of other banks. A movement permit must name a head of the project, because several banks
 * may lend on one farm; one without a list of animals is for the whole farm.
 */
function isOfFarmsOf(sql: Queries): Fragment {
  return sql`(t.subject_type = 'FARM' and (t.kind = 'RULE_CHANGE' or (t.kind = 'MOVEMENT_PERMIT' and (t.payload -> 'animals' is null or exists (${permittedHeads(sql)}))))
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

/** Returns the animals of a movement permit that a caller may know; null: all. A bank knows its own heads only. */
export async function knownPermitAnimals(
  sql: Queries,
  caller: Caller,
  ticketId: number,
): Promise<ReadonlySet<number> | null> {
  if (organisationKindOf[caller.role] !== 'BANK') return null
  const rows = await sql<{ id: number }[]>`
    select heads.id from tickets t, projects p, lateral (${permittedHeads(sql)}) heads where t.id = ${ticketId} and ${isOwnBank(sql, caller)}`
  return new Set(rows.map(({ id }) => id))
}

/** Selects the banks that may see a ticket, as rows of `id`. */
export function banksSeeingTicket(sql: Queries, ticketId: number): Fragment {
  return sql`
    select p.bank_org_id as id from projects p, tickets t where t.id = ${ticketId} and p.bank_org_id is not null and p.deleted_at is null
      and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING') and ${isOfBankOf(sql)}`
}
