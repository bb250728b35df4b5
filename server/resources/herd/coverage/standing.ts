import { expiringDays, type InsurancePolicy, type PolicyState } from '#contract/herd/insurancePolicies.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { among } from '../../../records/page.ts'

/** The day on a farm at an instant. */
const dayOn = (sql: Queries, farmId: Fragment, now: number) =>
  sql`timezone((select time_zone from farms where farms.id = ${farmId}), ${now}::timestamptz)::date`

/** A condition on an animal `r`: a policy insures it on the day that it is on the policy's farm. */
export function isInsured(sql: Queries, now: number): Fragment {
  return sql`exists (
    select from policy_animals i join insurance_policies p on p.id = i.policy_id
    where i.animal_id = r.id and p.deleted_at is null and ${dayOn(sql, sql`p.farm_id`, now)} between p.starts_on and p.ends_on)`
}

function stateOf(startsOn: string, daysLeft: number, today: string): PolicyState {
  if (daysLeft < 0) return 'EXPIRED'
  if (startsOn > today) return 'UPCOMING'
  return daysLeft <= expiringDays ? 'EXPIRING' : 'RUNNING'
}

type Stored = Omit<InsurancePolicy, 'state' | 'daysLeft'>

async function read({ clock }: Context, rows: readonly Stored[]): Promise<InsurancePolicy[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now())
  return rows.map((policy) => {
    const today = now.toZonedDateTimeISO(policy.timeZone).toPlainDate()
    const { days: daysLeft } = today.until(policy.endsOn, { largestUnit: 'day' })
    return { ...policy, daysLeft, state: stateOf(policy.startsOn, daysLeft, today.toString()) }
  })
}

/** How many animals a policy insures and how it stands today: fields, filter and rules of its description. */
export const standing = {
  fields: {
    heads: (sql: Queries) => sql`(select count(*) from policy_animals i where i.policy_id = r.id)`,
    openClaims: (sql: Queries) => sql`(select count(*) from insurance_claims c where c.policy_id = r.id and c.status = 'OPEN' and c.deleted_at is null)`,
    timeZone: (sql: Queries) => sql`(select time_zone from farms where farms.id = r.farm_id)`,
  },
  filters: {
    animalId: (sql: Queries, id: number) => sql`exists (select from policy_animals i where i.policy_id = r.id and i.animal_id = ${id})`,
    state(sql: Queries, states: readonly string[], now: number) {
      const today = dayOn(sql, sql`r.farm_id`, now)
      return among(sql, sql`case when r.ends_on < ${today} then 'EXPIRED' when r.starts_on > ${today} then 'UPCOMING'
        when r.ends_on - ${today} <= ${expiringDays} then 'EXPIRING' else 'RUNNING' end`, states)
    },
  },
  live: { fields: ['state', 'daysLeft'], read },
  inUse: (sql: Queries) => sql`exists (select from insurance_claims c where c.policy_id = r.id and c.deleted_at is null)`,
  hooks: {
    /** Its animals are of its farm. */
    async beforeSave({ before, input }: { before: { farmId: number; heads: number } | null; input: { farmId: number } }) {
      if (before && before.heads > 0 && before.farmId !== input.farmId) throw new CallError('BAD_SHAPE', { fields: { farmId: 'fixed' } })
    },
  },
} as const
