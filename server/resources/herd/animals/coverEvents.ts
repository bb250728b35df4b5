import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

/** Selects timeline events of an animal's loans, ledger entries, insurance policies and claims. */
export function coverOf(sql: Queries, caller: Caller, id: number): Fragment {
  return sql`${pledgesOf(sql, caller, id)} union all ${entriesOf(sql, caller, id)} union all ${policiesOf(sql, caller, id)} union all ${claimsOf(sql, caller, id)}`
}

/** Selects the pledges of the animal in projects that the caller may see. */
function pledgesOf(sql: Queries, caller: Caller, id: number): Fragment {
  const pledges = sql`pledges l join projects p on p.id = l.project_id
    where l.animal_id = ${id} and l.pledged_at is not null and p.id in (${visibleProjects(sql, caller)})`
  return sql`
    select 'PLEDGED', l.pledged_at, null::date, p.code, null, null, null from ${pledges}
    union all select 'UNPLEDGED', l.ended_at, null, p.code, null, null, jsonb_build_object('pledgeEnd', l.end_reason) from ${pledges} and l.ended_at is not null`
}

/** Selects the animal's ledger entries in those projects, at the time they happened. */
function entriesOf(sql: Queries, caller: Caller, id: number): Fragment {
  return sql`
    select 'LEDGER', e.happened_at, null, p.code, u.display_name, e.reason, jsonb_build_object('entryKind', e.kind, 'documentId', e.document_id)
    from pledges l join projects p on p.id = l.project_id join ledger_heads h on h.pledge_id = l.id join ledger_entries e on e.id = h.entry_id
      left join users u on u.id = e.recorded_by
    where l.animal_id = ${id} and p.id in (${visibleProjects(sql, caller)})`
}

/** Selects changes of insurance from the audit entries of policies. */
function policiesOf(sql: Queries, caller: Caller, id: number): Fragment {
  const noted = (
    what: string,
  ) => sql`audit_entries e join insurance_policies p on p.id = e.noun_id left join users u on u.id = e.user_id
    where e.noun = 'insurance' and p.farm_id in (select farm_id from stays where animal_id = ${id}) and p.farm_id in (${visibleFarms(sql, caller)})
      and e.detail -> ${what}::text @> to_jsonb(${id}::bigint)`
  return sql`
    select 'INSURED', e.at, null, concat_ws(E'\\n', p.insurer, p.number), u.display_name, null, null from ${noted('insured')}
    union all select 'UNINSURED', e.at, null, concat_ws(E'\\n', p.insurer, p.number), u.display_name, null, null from ${noted('uninsured')}`
}

/** Places a claim known only by its day at the time it was recorded, or at the end of that day if that is earlier. */
function claimsOf(sql: Queries, caller: Caller, id: number): Fragment {
  const at = (day: Fragment, noted: Fragment) => sql`least(${noted}, (${day} + 1)::timestamp at time zone f.time_zone)`
  const claims = sql`claim_animals c join insurance_claims r on r.id = c.claim_id join insurance_policies p on p.id = r.policy_id join farms f on f.id = p.farm_id
    where c.animal_id = ${id} and r.deleted_at is null and p.farm_id in (${visibleFarms(sql, caller)})`
  return sql`
    select 'CLAIMED', ${at(sql`r.happened_on`, sql`r.created_at`)}, r.happened_on, p.number, null, r.cause, null from ${claims}
    union all select case r.status when 'PAID' then 'CLAIM_PAID' else 'CLAIM_REFUSED' end, ${at(sql`r.decided_on`, sql`r.updated_at`)}, r.decided_on, p.number, null, r.note, null
      from ${claims} and r.status <> 'OPEN'`
}
