import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { contains, equals } from '../../records/page.ts'

const maxFound = 20

/**
 * Selects the organisations that a caller works with: all for the platform, else their own and the parties of their projects and farms.
 * A party of a project counts once it has approved it, so that naming it in a draft or request reveals none of its users.
 */
export function collaboratingOrganisations(sql: Queries, { role, organisationId }: Caller): Fragment {
  if (role === 'ADMIN_PLATFORM') return sql`select id from organisations`
  return sql`
    select id from organisations where id = ${organisationId}
    union select party from projects p, unnest(array[p.bank_org_id, p.borrower_org_id]) as party
      where p.supervisor_org_id = ${organisationId} and (p.status in ('ACTIVE', 'CLOSING', 'CLOSED') or exists (
        select from tickets t join ticket_steps s on s.ticket_id = t.id
        where t.kind = 'PROJECT_OPEN' and t.subject_type = 'PROJECT' and t.subject_id = p.id and s.approver_org_id = party and s.decision = 'APPROVED'))
    union select borrower_org_id from farms where supervisor_org_id = ${organisationId}`
}

/** Searches organisations. Those that the caller does not work with must be named in full, so that nobody can list them. */
export const searchOrganisations: HandlersOf<'organisations'>['search'] = async ({ role, name }, caller, { sql }) => ({
  list: await sql`
    select o.id, o.kind as role, o.name, o.credit_code as "creditCode" from organisations o
    where o.status = 'ACTIVE' and o.deleted_at is null and o.kind = ${role}
      and (lower(o.name) = lower(${name}) or o.credit_code = upper(${name})
        or (o.id in (${collaboratingOrganisations(sql, caller)}) and (${contains(sql, 'o.name', name)} or ${contains(sql, 'o.credit_code', name)})))
    order by o.name, o.id limit ${maxFound}`,
})

/** Searches users. Those of organisations that the caller does not work with must be named by their full user name. */
export const searchUsers: HandlersOf<'users'>['search'] = async ({ name, organisationId }, caller, { sql }) => ({
  list: await sql`
    select u.id, u.display_name as "displayName", u.role, u.organisation_id as "organisationId", o.name as "organisationName"
    from users u left join organisations o on o.id = u.organisation_id
    where u.status = 'ACTIVE' and ${equals(sql, 'u.organisation_id', organisationId)}
      and (lower(u.user_name) = lower(${name})
        or (u.organisation_id in (${collaboratingOrganisations(sql, caller)}) and (${contains(sql, 'u.display_name', name)} or ${contains(sql, 'u.user_name', name)})))
    order by u.display_name, u.id limit ${maxFound}`,
})
