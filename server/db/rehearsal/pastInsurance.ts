import { auditedInHerd } from '../auditTimes.ts'
import type { Fragment, Queries } from '../connect.ts'
import { type FarmFinance, insuredBy } from '../projects/farmFinance.ts'

const dayMs = 86_400_000
/** Audit noun of a policy. */
const noun = 'insurance'

/** Lists when the insurance of farms may have changed between two instants (herd time, epoch ms): at each policy change, and daily for animals that moved. */
export async function changesOfInsurance(sql: Queries, from: number, to: number): Promise<number[]> {
  const rows = await sql<{ at: number }[]>`
    select created_at as at from insurance_policies where created_at > ${from}::timestamptz and created_at < ${to}::timestamptz
    union select ${auditedInHerd(sql)} from audit_entries x where x.noun = ${noun} and ${auditedInHerd(sql)} > ${from}::timestamptz and ${auditedInHerd(sql)} < ${to}::timestamptz`
  const days = Array.from({ length: Math.max(0, Math.ceil((to - from) / dayMs)) }, (_, day) => from + day * dayMs)
  return [...days, ...rows.map(({ at }) => at)]
}

/** Reads the insurance of the animals that stood on farms at an instant (epoch ms), from the policies entered by then. */
export async function insuredAsOf(
  sql: Queries,
  farmIds: readonly number[],
  at: number,
): Promise<FarmFinance['insured']> {
  return insuredBy(
    sql,
    policiesAsOf(sql, at),
    sql`
    select s.farm_id, s.animal_id, i.policy_id from (${animalsAsOf(sql, at)}) i
      join stays s on s.animal_id = i.animal_id and s.from_at <= ${at}::timestamptz and (s.to_at is null or s.to_at > ${at}::timestamptz)
    where s.farm_id = any(${[...farmIds]}::bigint[])`,
  )
}

/** Selects the policies that existed at an instant. A policy changed since has the values before its first later change. */
function policiesAsOf(sql: Queries, at: number): Fragment {
  return sql`
    select p.id, coalesce(later.before ->> 'number', p.number) as number,
      coalesce((later.before ->> 'startsOn')::date, p.starts_on) as starts_on, coalesce((later.before ->> 'endsOn')::date, p.ends_on) as ends_on
    from insurance_policies p left join lateral (
      select x.action, x.before from audit_entries x
      where x.noun = ${noun} and x.noun_id = p.id and ${auditedInHerd(sql)} > ${at}::timestamptz and x.before is not null order by x.id limit 1
    ) later on true
    where coalesce((select ${auditedInHerd(sql)} from audit_entries x where x.noun = ${noun} and x.noun_id = p.id and x.action = 'ADD' order by x.id limit 1), p.created_at) <= ${at}::timestamptz and case when later.action is null then p.deleted_at is null else later.action <> 'RESTORE' end`
}

/** Selects which policy insured which animal at an instant: today's list, corrected by later audit entries. */
function animalsAsOf(sql: Queries, at: number): Fragment {
  const changed = (what: 'insured' | 'uninsured') => sql`
    select x.noun_id as policy_id, one::bigint as animal_id, ${what === 'uninsured'} as was, x.id
    from audit_entries x, jsonb_array_elements_text(x.detail -> ${what}::text) as one
    where x.noun = ${noun} and ${auditedInHerd(sql)} > ${at}::timestamptz and x.detail ? ${what}::text`
  return sql`
    with later as materialized (
      select distinct on (policy_id, animal_id) policy_id, animal_id, was from (${changed('insured')} union all ${changed('uninsured')}) changes order by policy_id, animal_id, id
    )
    select policy_id, animal_id from policy_animals where (policy_id, animal_id) not in (select policy_id, animal_id from later)
    union all select policy_id, animal_id from later where was`
}
