import { expiringDays, type InsurancePolicy, type PolicyState } from '#contract/herd/insurancePolicies.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { textIn } from '../../../records/page.ts'
import { insuredTwice } from './insuredTwice.ts'

/** Selects the current day in a farm's time zone. */
const dayOn = (sql: Queries, farmId: Fragment, now: number) =>
  sql`timezone((select time_zone from farms where farms.id = ${farmId}), ${now}::timestamptz)::date`

/** Whether a policy insures an animal `r` today, in the time zone of the policy's farm. */
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

type Days = Pick<InsurancePolicy, 'id' | 'startsOn' | 'endsOn'>
interface Allowed {
  allowsTwice?: boolean | undefined
}
interface Saving {
  sql: Queries
  caller: Caller
  before: (Days & Pick<InsurancePolicy, 'farmId' | 'heads'>) | null
  input: Omit<Days, 'id'> & Pick<InsurancePolicy, 'farmId'> & Allowed
}

async function animalsOf(sql: Queries, policyId: number): Promise<number[]> {
  const rows = await sql<
    { id: number }[]
  >`select animal_id as id from policy_animals where policy_id = ${policyId} order by 1`
  return rows.map(({ id }) => id)
}

/** The parts of the policy description about its animals and current state: fields, filters and hooks. */
export const standing = {
  fields: {
    /** Animals in the recycle bin stay on the policy, but do not count until they are restored. */
    heads: (sql: Queries) =>
      sql`(select count(*) from policy_animals i join animals a on a.id = i.animal_id where i.policy_id = r.id and a.deleted_at is null)`,
    openClaims: (sql: Queries) =>
      sql`(select count(*) from insurance_claims c where c.policy_id = r.id and c.status = 'OPEN' and c.deleted_at is null)`,
    timeZone: (sql: Queries) => sql`(select time_zone from farms where farms.id = r.farm_id)`,
  },
  filters: {
    animalId: (sql: Queries, id: number) =>
      sql`exists (select from policy_animals i where i.policy_id = r.id and i.animal_id = ${id})`,
    state(sql: Queries, states: readonly string[], now: number) {
      const today = dayOn(sql, sql`r.farm_id`, now)
      return textIn(
        sql,
        sql`case when r.ends_on < ${today} then 'EXPIRED' when r.starts_on > ${today} then 'UPCOMING'
        when r.ends_on - ${today} <= ${expiringDays} then 'EXPIRING' else 'RUNNING' end`,
        states,
      )
    },
  },
  live: { fields: ['state', 'daysLeft'], read },
  inUse: (sql: Queries) =>
    sql`exists (select from insurance_claims c where c.policy_id = r.id and c.deleted_at is null)`,
  hooks: {
    /** Requires that the farm stays, claims stay within the policy's days, and new days insure no further animal twice without permission. */
    async beforeSave({ sql, caller, before, input }: Saving) {
      if (before === null) return
      if (before.heads > 0 && before.farmId !== input.farmId)
        throw new CallError('BAD_SHAPE', { fields: { farmId: 'fixed' } })
      const { startsOn, endsOn } = input
      if (startsOn === before.startsOn && endsOn === before.endsOn) return
      const [claims] = await sql<{ first: string | null; last: string | null }[]>`
        select min(happened_on) as first, max(happened_on) as last from insurance_claims where policy_id = ${before.id} and deleted_at is null`
      const { first = null, last = null } = claims ?? {}
      const outside = {
        ...(first !== null && first < startsOn && { startsOn: 'claim_outside' }),
        ...(last !== null && last > endsOn && { endsOn: 'claim_outside' }),
      }
      if (Object.keys(outside).length > 0) throw new CallError('BAD_SHAPE', { fields: outside })
      if (input.allowsTwice === true) return
      const twice = await insuredTwice(
        sql,
        caller,
        { id: before.id, startsOn, endsOn },
        await animalsOf(sql, before.id),
        sql`p.starts_on <= ${before.endsOn}::date and p.ends_on >= ${before.startsOn}::date`,
      )
      if (twice.length > 0)
        throw new CallError('CONFLICT', {
          fields: { [endsOn > before.endsOn ? 'endsOn' : 'startsOn']: 'insured_twice' },
        })
    },
    /** Rejects a restore that insures an animal twice without permission. Policies unchanged since the removal may overlap, as they did before. */
    async beforeRestore({
      sql,
      caller,
      before,
      input,
    }: Pick<Saving, 'sql' | 'caller'> & { before: Days; input: Allowed }) {
      if (input.allowsTwice === true) return
      const twice = await insuredTwice(
        sql,
        caller,
        before,
        await animalsOf(sql, before.id),
        sql`p.updated_at <= (select deleted_at from insurance_policies where id = ${before.id})`,
      )
      if (twice.length > 0) throw new CallError('CONFLICT', { fields: { endsOn: 'insured_twice' } })
    },
  },
} as const
