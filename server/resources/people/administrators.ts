import { adminRoleOf, type OrganisationKind, type Role, rolesOf } from '#contract/people/roles.ts'
import type { Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'

/** The organisation whose people a caller administers: all for the platform, their own, or none (null). */
export function administered({ role, organisationId, organisationKind }: Caller): number | 'ALL' | null {
  if (role === 'ADMIN_PLATFORM') return 'ALL'
  return organisationKind !== null && adminRoleOf[organisationKind] === role ? organisationId : null
}

/** Somebody's place in an organisation. */
interface Place {
  role: Role | null
  status: string
  organisationId: number | null
  organisationKind: OrganisationKind | null
}

/** The organisation that somebody is an administrator of and can sign in to; null: of none. */
function administeredBy({ role, status, organisationId, organisationKind }: Place): number | null {
  const isAdmin = (status === 'ACTIVE' || status === 'INVITED') && organisationKind !== null && adminRoleOf[organisationKind] === role
  return isAdmin ? organisationId : null
}

/** @throws CallError that names the field, when a role is not one of those that fit an organisation's kind (null: no organisation) */
export function requireFit(role: Role | null, kind: OrganisationKind | null): void {
  if (role !== null && !rolesOf(kind).includes(role)) throw new CallError('BAD_SHAPE', { fields: { role: 'not_of_kind' } })
}

/**
 * Checks, in the transaction that has changed users, that no organisation has lost its last administrator who can sign in:
 * of two changes at once, the second sees what the first did.
 * @param before who was changed, as they were
 * @throws CallError LAST_ADMIN
 */
export async function requireAdministrators(sql: Queries, before: readonly Place[]): Promise<void> {
  const held = before.flatMap((user) => administeredBy(user) ?? [])
  if (held.length === 0) return
  await sql`select from organisations where id = any(${held}::bigint[]) order by id for no key update`
  const orphans = await sql`
    select from organisations o where o.id = any(${held}::bigint[]) and not exists (
      select from users u where u.organisation_id = o.id and u.status = 'ACTIVE' and u.role = ${sql.json(adminRoleOf)}::jsonb ->> o.kind)`
  if (orphans.length > 0) throw new CallError('LAST_ADMIN')
}
