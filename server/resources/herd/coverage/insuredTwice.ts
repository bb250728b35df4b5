import type { Reply } from '#contract/calls/endpoint.ts'
import type { insuredAnimalEndpoints } from '#contract/herd/coverage/insuredAnimals.ts'
import type { InsurancePolicy } from '#contract/herd/insurancePolicies.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { visibleFarms } from '../../visibility.ts'

type Policy = Pick<InsurancePolicy, 'id' | 'startsOn' | 'endsOn'>
type Twice = Reply<typeof insuredAnimalEndpoints.check>['twice']['animals'][number]

/**
 * Returns those animals that another policy insures on a day of this one.
 * @param allowed a condition on other policies `p` that may overlap
 */
export async function insuredTwice(
  sql: Queries,
  caller: Caller,
  { id, startsOn, endsOn }: Policy,
  animalIds: readonly number[],
  allowed: Fragment | null = null,
): Promise<Twice[]> {
  return sql<Twice[]>`
    select distinct on (a.id) a.id, a.visual_tag as "visualTag", p.number as "policyNumber"
    from policy_animals i join insurance_policies p on p.id = i.policy_id join animals a on a.id = i.animal_id
    where i.animal_id = any(${[...animalIds]}::bigint[]) and p.id <> ${id} and p.deleted_at is null
      and p.starts_on <= ${endsOn}::date and p.ends_on >= ${startsOn}::date and p.farm_id in (${visibleFarms(sql, caller)})
      ${allowed ? sql`and not (${allowed})` : sql``}
    order by a.id, p.id`
}
