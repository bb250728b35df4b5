import type { InsurancePolicy } from '#contract/herd/insurancePolicies.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { atHerdTime, audit } from '../../../records/audit.ts'
import { findRecord } from '../../../records/select.ts'
import { changeRecord, update } from '../../../records/write.ts'
import { findChosen } from '../animals/chosenAnimals.ts'
import { insurancePolicies } from '../insurancePolicies.ts'
import { insuredTwice } from './insuredTwice.ts'

/** Maximum animals and tags listed in an answer. */
const maxListed = 100

/** Changes the animals of a policy and writes the audit entry. @param work returns the ids of added or removed animals */
async function changeAnimals(
  context: Context,
  caller: Caller,
  policyId: number,
  work: (sql: Queries, policy: InsurancePolicy) => Promise<number[]>,
  what: string,
) {
  let changed = 0
  await changeRecord(context, insurancePolicies, caller, async ({ sql, now }) => {
    const before = {
      ...(await findRecord(sql, insurancePolicies, caller, policyId, { lock: true })),
    } as InsurancePolicy
    const animalIds = await work(sql, before)
    changed = animalIds.length
    if (changed === 0) return { before, after: before }
    await update(sql, insurancePolicies, policyId, {})
    const after = { ...(await findRecord(sql, insurancePolicies, caller, policyId)) }
    await audit(sql, caller, atHerdTime(now), {
      action: 'EDIT',
      noun: insurancePolicies.noun,
      nounId: policyId,
      before,
      after,
      detail: { [what]: animalIds },
    })
    return { before, after }
  })
  return { changed }
}

export const insuredAnimalHandlers: HandlersOf<'insuredAnimals'> = {
  async check(input, caller, { sql }) {
    const policy = await findRecord(sql, insurancePolicies, caller, input.policyId)
    const { animalIds, unknownTags, unknownIds } = await findChosen(sql, policy.farmId, input)
    const insured = await sql<{ id: number }[]>`
      select animal_id as id from policy_animals where policy_id = ${policy.id} and animal_id = any(${animalIds}::bigint[])`
    const already = new Set(insured.map(({ id }) => id))
    const twice = await insuredTwice(
      sql,
      caller,
      policy,
      animalIds.filter((id) => !already.has(id)),
    )
    return {
      heads: animalIds.length - already.size,
      already: already.size,
      unknown: { tags: unknownTags.slice(0, maxListed), count: unknownTags.length + unknownIds },
      twice: { animals: twice.slice(0, maxListed), count: twice.length },
    }
  },

  insure(input, caller, context) {
    return changeAnimals(
      context,
      caller,
      input.policyId,
      async (sql, policy) => {
        const { animalIds, unknownTags, unknownIds } = await findChosen(sql, policy.farmId, input)
        if (unknownIds > 0) throw new CallError('BAD_SHAPE', { fields: { ids: 'unknown' } })
        if (unknownTags.length > 0) throw new CallError('BAD_SHAPE', { fields: { tags: 'unknown_tags' } })
        if (animalIds.length === 0) throw new CallError('BAD_SHAPE', { fields: { tags: 'required' } })
        if (!input.allowsTwice) {
          const twice = await insuredTwice(sql, caller, policy, animalIds)
          if (twice.length > 0) throw new CallError('CONFLICT', { fields: { allowsTwice: 'insured_twice' } })
        }
        const added = await sql<{ id: number }[]>`
        insert into policy_animals (policy_id, animal_id) select ${policy.id}, unnest(${animalIds}::bigint[]) on conflict do nothing returning animal_id as id`
        return added.map(({ id }) => id)
      },
      'insured',
    )
  },

  uninsure({ policyId, ids }, caller, context) {
    return changeAnimals(
      context,
      caller,
      policyId,
      async (sql) => {
        const removed = await sql<{ id: number }[]>`
        delete from policy_animals where policy_id = ${policyId} and animal_id = any(${ids}::bigint[]) returning animal_id as id`
        if (removed.length < new Set(ids).size) throw new CallError('BAD_SHAPE', { fields: { ids: 'unknown' } })
        return removed.map(({ id }) => id)
      },
      'uninsured',
    )
  },
}
