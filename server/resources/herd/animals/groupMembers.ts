import type { Parsed } from '#contract/calls/endpoint.ts'
import type { AnimalRecord, animalEndpoints } from '#contract/herd/animals.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { BatchWork } from '../../../records/batch.ts'
import { reference } from '../../../records/describe.ts'
import { requireReferences } from '../../../records/write.ts'

/** Selects the animals `a` with a current group membership `m`; callers may append conditions. */
export const openMembers = (sql: Queries) =>
  sql`animal_group_members m join animals a on a.id = m.animal_id where m.to_at is null and a.deleted_at is null`

/** Selects the ids of groups that a caller may add animals to. */
function visibleGroups(sql: Queries, { organisationId }: Caller): Fragment {
  return sql`select id from animal_groups where deleted_at is null and organisation_id = ${organisationId}`
}

/** Selects, as JSON, the ids of an animal's groups in the organisation that supervises its farm. */
export function groupsOf(sql: Queries, animalId: Fragment, farmId: Fragment): Fragment {
  return sql`
    coalesce((select jsonb_agg(g.id order by g.id) from animal_group_members m join animal_groups g on g.id = m.group_id
      where m.animal_id = ${animalId} and m.to_at is null and g.deleted_at is null
        and g.organisation_id = (select supervisor_org_id from farms where farms.id = ${farmId})), '[]')`
}

const named = { fields: { groupId: reference('group_id', visibleGroups) }, inputs: {} }

/** Returns batch work that adds animals to a group or removes them. Each membership keeps its times, users and reasons. */
export function groupingOf({
  groupId,
  isMember,
  reason,
}: Parsed<typeof animalEndpoints.setGroup>): BatchWork<AnimalRecord> {
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
