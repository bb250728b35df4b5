import { adminRoleOf, type OrganisationKind, type Role, rolesOf } from '#contract/people/roles.ts'
import type { Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'

/** Returns the organisation whose users a caller administers: 'ALL' for the platform; null for non-administrators. */
export function administered({ role, organisationId, organisationKind }: Caller): number | 'ALL' | null {
  if (role === 'ADMIN_PLATFORM') return 'ALL'
  return organisationKind !== null && adminRoleOf[organisationKind] === role ? organisationId : null
}

/** A user's position in an organisation. */
interface Position {
  role: Role | null
  status: string
  organisationId: number | null
  organisationKind: OrganisationKind | null
}

/** Returns the organisation that a user administers and can sign in to; null for non-administrators. */
function administeredBy({ role, status, organisationId, organisationKind }: Position): number | null {
  const isAdmin =
    (status === 'ACTIVE' || status === 'INVITED') && organisationKind !== null && adminRoleOf[organisationKind] === role
  return isAdmin ? organisationId : null
}

/** @throws CallError BAD_SHAPE naming the field, when the role does not fit an organisation of this kind (null: no organisation) */
export function requireFit(role: Role | null, kind: OrganisationKind | null): void {
  if (role !== null && !rolesOf(kind).includes(role))
    throw new CallError('BAD_SHAPE', { fields: { role: 'not_of_kind' } })
}

/**
 * Checks, in the transaction that changed users, that no organisation has lost its last active administrator. Locks the organisations,
 * so that the second of two concurrent changes sees the first.
 * @param before the changed users, as they were
 * @throws CallError LAST_ADMIN
 */
export async function requireAdministrators(sql: Queries, before: readonly Position[]): Promise<void> {
  const organisationIds = before.flatMap((user) => administeredBy(user) ?? [])
  if (organisationIds.length === 0) return
  await sql`select from organisations where id = any(${organisationIds}::bigint[]) order by id for no key update`
  const orphans = await sql`
    select from organisations o where o.id = any(${organisationIds}::bigint[]) and not exists (
      select from users u where u.organisation_id = o.id and u.status = 'ACTIVE' and u.role = ${sql.json(adminRoleOf)}::jsonb ->> o.kind)`
  if (orphans.length > 0) throw new CallError('LAST_ADMIN')
}
