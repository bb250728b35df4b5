import type { Parsed } from '#contract/calls/endpoint.ts'
import type { Animal, animalEndpoints } from '#contract/herd/animals.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { BatchWork } from '../../../records/batch.ts'
import { reference } from '../../../records/describe.ts'
import { requireReferences } from '../../../records/write.ts'

/** The animals `a` that are members `m` of groups now; further conditions may follow. */
export const openMembers = (sql: Queries) => sql`animal_group_members m join animals a on a.id = m.animal_id where m.to_at is null and a.deleted_at is null`

/** A subquery of the ids of the groups that a caller may put animals into. */
function visibleGroups(sql: Queries, { organisationId }: Caller): Fragment {
  return sql`select id from animal_groups where deleted_at is null and organisation_id = ${organisationId}`
}

/** The ids of the groups that an animal is in, as JSON: those of who supervises its farm. Both ids are SQL. */
export function groupsOf(sql: Queries, animalId: Fragment, farmId: Fragment): Fragment {
  return sql`
    coalesce((select jsonb_agg(g.id order by g.id) from animal_group_members m join animal_groups g on g.id = m.group_id
      where m.animal_id = ${animalId} and m.to_at is null and g.deleted_at is null
        and g.organisation_id = (select supervisor_org_id from farms where farms.id = ${farmId})), '[]')`
}

const named = { fields: { groupId: reference('group_id', visibleGroups) }, inputs: {} }

/** Puts animals into a group, or takes them out of it; since when each was in it, by whom and why is kept. */
export function groupingOf({ groupId, isMember, reason }: Parsed<typeof animalEndpoints.setGroup>): BatchWork<Animal> {
  return async ({ sql, caller, now }, animals) => {
    await requireReferences(sql, named, caller, null, { groupId })
    const ids = animals.map(({ id }) => id)
    if (isMember) {
      await sql`
        insert into animal_group_members (animal_id, group_id, from_at, joined_by, join_reason)
        select unnest(${ids}::bigint[]), ${groupId}, ${now}, ${caller.userId}, ${reason}
        on conflict (animal_id, group_id) where to_at is null do nothing`
    } else {
      await sql`
        update animal_group_members set to_at = greatest(${now}, from_at), parted_by = ${caller.userId}, part_reason = ${reason}
        where group_id = ${groupId} and animal_id = any(${ids}::bigint[]) and to_at is null`
    }
    return {}
  }
}
