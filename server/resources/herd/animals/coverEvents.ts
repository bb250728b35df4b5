import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

/** In the timeline of an animal: the loans that it stood for, the policies that insured it, and what was claimed for it. */
export function coverOf(sql: Queries, caller: Caller, id: number): Fragment {
  return sql`${pledgesOf(sql, caller, id)} union all ${policiesOf(sql, caller, id)} union all ${claimsOf(sql, caller, id)}`
}

/** A project counts on it from its first day on, or from when it came to a farm of the project. */
function pledgesOf(sql: Queries, caller: Caller, id: number): Fragment {
  const began = sql`greatest(min(s.from_at), min(p.starts_on::timestamp at time zone f.time_zone))`
  const ended = sql`max((p.ends_on + 1)::timestamp at time zone f.time_zone)`
  const pledges = sql`stays s join farms f on f.id = s.farm_id join project_farms pf on pf.farm_id = s.farm_id join projects p on p.id = pf.project_id
    where s.animal_id = ${id} and s.farm_id in (${visibleFarms(sql, caller)}) and p.id in (${visibleProjects(sql, caller)})
      and (s.to_at is null or s.to_at > p.starts_on::timestamp at time zone f.time_zone)`
  return sql`
    select 'PLEDGED', ${began}, null::date, p.code, null, null, null from ${pledges} and p.status in ('ACTIVE', 'CLOSING', 'CLOSED') group by p.id
    union all select 'UNPLEDGED', ${ended}, p.ends_on, p.code, null, null, null from ${pledges} and p.status = 'CLOSED'
      and (s.to_at is null or s.to_at > (p.ends_on + 1)::timestamp at time zone f.time_zone) group by p.id`
}

/** As the audit of each policy notes it. */
function policiesOf(sql: Queries, caller: Caller, id: number): Fragment {
  const noted = (what: string) => sql`audit_entries e join insurance_policies p on p.id = e.noun_id left join users u on u.id = e.user_id
    where e.noun = 'insurance' and p.farm_id in (select farm_id from stays where animal_id = ${id}) and p.farm_id in (${visibleFarms(sql, caller)})
      and e.detail -> ${what}::text @> to_jsonb(${id}::bigint)`
  return sql`
    select 'INSURED', e.at, null, concat_ws(' · ', p.insurer, p.number), u.display_name, null, null from ${noted('insured')}
    union all select 'UNINSURED', e.at, null, concat_ws(' · ', p.insurer, p.number), u.display_name, null, null from ${noted('uninsured')}`
}

/** What is known by its day alone stands where it was noted, or at the end of the day that it was noted after. */
function claimsOf(sql: Queries, caller: Caller, id: number): Fragment {
  const at = (day: Fragment, noted: Fragment) => sql`least(${noted}, (${day} + 1)::timestamp at time zone f.time_zone)`
  const claims = sql`claim_animals c join insurance_claims r on r.id = c.claim_id join insurance_policies p on p.id = r.policy_id join farms f on f.id = p.farm_id
    where c.animal_id = ${id} and r.deleted_at is null and p.farm_id in (${visibleFarms(sql, caller)})`
  return sql`
    select 'CLAIMED', ${at(sql`r.happened_on`, sql`r.created_at`)}, r.happened_on, p.number, null, r.cause, null from ${claims}
    union all select case r.status when 'PAID' then 'CLAIM_PAID' else 'CLAIM_REFUSED' end, ${at(sql`r.decided_on`, sql`r.updated_at`)}, r.decided_on, p.number, null, r.note, null
      from ${claims} and r.status <> 'OPEN'`
}
