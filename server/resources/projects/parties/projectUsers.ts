import type { ProjectSide, ProjectUser } from '#contract/projects/projects.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { collaboratingOrganisations } from '../../people/parties.ts'

/** Selects the users of a project `r` on one side, by name. */
export const usersOf =
  (side: ProjectSide) =>
  (sql: Queries): Fragment =>
    sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'displayName', u.display_name, 'role', u.role, 'orgRole', pu.org_role) order by u.display_name, u.id)
    from project_users pu join users u on u.id = pu.user_id where pu.project_id = r.id and pu.org_role = ${side}), '[]')`

interface Chosen {
  id: number
  userName?: string | undefined
}
/** The users of each side by input field; undefined changes nothing. */
type Sides<P> = { [F in keyof typeof sideOf]?: readonly P[] | undefined }

const sideOf = {
  supervisorOrgUsers: 'SUPERVISOR',
  bankUsers: 'BANK',
  borrowerOrgUsers: 'BORROWER',
  bankNoOrgUser: 'BANK_NO_ORG',
} as const satisfies Record<string, ProjectSide>
const fields = Object.entries(sideOf) as [keyof typeof sideOf, ProjectSide][]

interface Parties extends Sides<ProjectUser> {
  supervisorOrgId: number
  bankOrgId: number | null
  borrowerOrgId: number | null
}

/**
 * Checks that the users of a project are active and belong to the party of their side. Users without an organisation, or of one
 * that the caller has not worked with, must be named by their full user name.
 * @param project as saved, with its parties
 * @param before the project before the save; its users stay while their party does
 * @throws CallError BAD_SHAPE naming the field
 */
export async function requireUsers(
  sql: Queries,
  caller: Caller,
  project: Parties,
  before: Parties | null,
  input: Sides<Chosen>,
): Promise<void> {
  const partyOf = ({ supervisorOrgId, bankOrgId, borrowerOrgId }: Parties) => ({
    SUPERVISOR: supervisorOrgId,
    BANK: bankOrgId,
    BORROWER: borrowerOrgId,
    BANK_NO_ORG: null,
  })
  for (const [field, side] of fields) {
    const party = partyOf(project)[side]
    const stays = before !== null && partyOf(before)[side] === party
    const presentIds = new Set(stays ? before[field]?.map(({ id }) => id) : [])
    const added = (input[field] ?? before?.[field] ?? []).filter(({ id }) => !presentIds.has(id)) as Chosen[]
    const fits = await allowedUsers(sql, caller, { side, party }, added)
    if (added.some(({ id }) => !fits.has(id))) throw new CallError('BAD_SHAPE', { fields: { [field]: 'unknown' } })
  }
}

/** Returns the ids of users allowed on a side. A user name only counts together with the id it was sent with. */
async function allowedUsers(
  sql: Queries,
  caller: Caller,
  { side, party }: { side: ProjectSide; party: number | null },
  users: readonly Chosen[],
): Promise<Set<number>> {
  if (users.length === 0) return new Set()
  const [ids, names] = [users.map(({ id }) => id), users.map(({ userName = '' }) => userName.toLowerCase())]
  const isNamed = sql`exists (select from unnest(${ids}::bigint[], ${names}::text[]) as n (id, name) where n.id = u.id and n.name = lower(u.user_name))`
  const isOfSide =
    side === 'BANK_NO_ORG'
      ? sql`u.organisation_id is null and u.role = 'BANK_USER_NO_ORG' and ${isNamed}`
      : sql`u.organisation_id = ${party} and (u.organisation_id in (${collaboratingOrganisations(sql, caller)}) or ${isNamed})`
  const rows = await sql<{ id: number }[]>`
    select u.id from users u where u.id = any(${ids}::bigint[]) and u.status = 'ACTIVE' and u.deleted_at is null and ${isOfSide}
    for key share`
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the users of a project on the sides that a save includes. */
export async function saveUsers(sql: Queries, projectId: number, input: Sides<Chosen>): Promise<void> {
  for (const [field, side] of fields) {
    const chosen = input[field]
    if (chosen === undefined) continue
    await sql`delete from project_users where project_id = ${projectId} and org_role = ${side}`
    await sql`
      insert into project_users (project_id, user_id, org_role)
      select distinct ${projectId}::bigint, user_id, ${side} from unnest(${chosen.map(({ id }) => id)}::bigint[]) as user_id`
  }
}
