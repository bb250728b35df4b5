import type { Animal, AnimalStatus } from '#contract/herd/animals.ts'
import { machineNow } from '../../../clock.ts'
import type { Change } from '../../../records/describe.ts'
import { insertNotices, type NoticeChange, tellNotices } from '../../office/notices.ts'

interface Told {
  status: AnimalStatus
  reason: string
}

/** Tells the bank of each running project how many of its pledged animals left the herd, or are back in it, and why. */
export async function tellBanks({ sql, caller, context, afterCommit }: Change, animals: readonly Animal[], { status, reason }: Told): Promise<void> {
  const farmIds = [...new Set(animals.map(({ farmId }) => farmId))]
  const banks = await sql<{ code: string; farmIds: number[]; userIds: number[] }[]>`
    select p.code, array_agg(distinct pf.farm_id::int) as "farmIds", array(select u.id::int from users u
      where u.organisation_id = p.bank_org_id and u.role in ('ADMIN_BANK', 'BANK_USER') and u.status = 'ACTIVE' and u.deleted_at is null order by 1) as "userIds"
    from projects p join project_farms pf on pf.project_id = p.id
    where pf.farm_id = any(${farmIds}::bigint[]) and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING')
    group by p.id order by p.id`
  const notices: NoticeChange[] = []
  for (const bank of banks) {
    const count = animals.filter(({ farmId }) => bank.farmIds.includes(farmId)).length
    const params = { project: bank.code, count: String(count), status, by: caller.displayName, comment: reason }
    notices.push(...(await insertNotices(sql, bank.userIds, { type: 'notification', code: 'COLLATERAL_STATUS', params, path: null, at: machineNow() })))
  }
  if (notices.length > 0) afterCommit(() => tellNotices(context, notices))
}
