import type { Queries } from '../../../db/connect.ts'

/** Returns those neckbands that run another firmware than the majority of neckbands of their model and owner. */
export async function withOddFirmware(sql: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ id: number }[]>`
    with page as (select id, owner_org_id, model, firmware from neckbands where id = any(${[...ids]}::bigint[]) and firmware is not null),
    counts as (
      select owner_org_id, model, firmware, count(*) as heads, sum(count(*)) over (partition by owner_org_id, model) as whole
      from neckbands where firmware is not null and deleted_at is null and (owner_org_id, model) in (select owner_org_id, model from page)
      group by owner_org_id, model, firmware)
    select page.id from page join counts on counts.owner_org_id = page.owner_org_id and counts.model = page.model
    where counts.heads * 2 > counts.whole and counts.firmware <> page.firmware`
  return new Set(rows.map(({ id }) => id))
}
