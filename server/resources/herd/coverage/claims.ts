import { CallError } from '../../../callError.ts'
import type { HandlersOf } from '../../../handler.ts'
import { changeRecords } from '../../../records/batch.ts'
import { describeRecords, reference, writtenByHook } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { ownDocuments } from '../../files/fileOwners.ts'
import { visibleFarms } from '../../visibility.ts'

export const claims = describeRecords('claims', {
  noun: 'claim',
  table: 'insurance_claims',
  joins: (sql) => sql`join insurance_policies p on p.id = r.policy_id`,
  fields: {
    policyId: reference(
      'policy_id',
      (sql, caller) =>
        sql`select id from insurance_policies where deleted_at is null and farm_id in (${visibleFarms(sql, caller)})`,
    ),
    farmId: (sql) => sql`p.farm_id`,
    animalIds: writtenByHook(
      (sql) => sql`(select jsonb_agg(animal_id order by animal_id) from claim_animals c where c.claim_id = r.id)`,
    ),
    documentId: reference('document_id', ownDocuments),
  },
  filters: {
    animalId: (sql, id) => sql`exists (select from claim_animals c where c.claim_id = r.id and c.animal_id = ${id})`,
  },
  visible: (sql, caller) => sql`p.farm_id in (${visibleFarms(sql, caller)})`,
  farm: 'farmId',
  sort: { field: 'happenedOn', order: 'desc' },
  // The database rejects changes to decided claims.
  hooks: {
    async beforeSave({ sql, before, input: { policyId, happenedOn } }) {
      if (before && before.policyId !== policyId) throw new CallError('BAD_SHAPE', { fields: { policyId: 'fixed' } })
      // Locks the policy, so that its days do not change before the commit.
      const insured =
        await sql`select from insurance_policies where id = ${policyId} and ${happenedOn}::date between starts_on and ends_on for key share`
      if (insured.length === 0) throw new CallError('BAD_SHAPE', { fields: { happenedOn: 'not_insured_then' } })
    },
    async afterSave({ sql, after: { id }, input: { policyId, animalIds } }) {
      const insured =
        await sql`select from policy_animals where policy_id = ${policyId} and animal_id = any(${animalIds}::bigint[]) for key share`
      if (insured.length < new Set(animalIds).size)
        throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
      await sql`delete from claim_animals where claim_id = ${id} and animal_id <> all(${animalIds}::bigint[])`
      await sql`
        insert into claim_animals (claim_id, policy_id, animal_id) select ${id}, ${policyId}, unnest(${animalIds}::bigint[]) on conflict do nothing`
    },
    async beforeRemove({ sql, before: { id } }) {
      await sql`delete from claim_animals where claim_id = ${id}`
    },
  },
})

export const claimHandlers: HandlersOf<'claims'> = {
  ...recordHandlers(claims),

  async decide({ ids, status, decidedOn, paidAmount = null, reason }, caller, context) {
    const changed = await changeRecords(context, claims, caller, { ids, reason }, async (_change, before) => {
      if (before.some((claim) => claim.status !== 'OPEN')) throw new CallError('NOT_OPEN')
      if (before.some(({ happenedOn }) => happenedOn > decidedOn))
        throw new CallError('BAD_SHAPE', { fields: { decidedOn: 'before_start' } })
      return { status, decided_on: decidedOn, paid_amount: paidAmount, note: reason }
    })
    return { changed }
  },
}
