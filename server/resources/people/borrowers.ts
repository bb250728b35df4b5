import type { HandlersOf } from '../../handler.ts'
import { contains, idIn, listOf, page } from '../../records/page.ts'
import { eligibleFarmBorrowers } from '../herd/pledges.ts'

/** Lists the borrowers that a farm can be assigned to, and those of the caller's farms. */
export const borrowerHandlers: HandlersOf<'borrowers'> = {
  async list(input, caller, { sql }) {
    const condition = sql`o.id in (
      ${eligibleFarmBorrowers(sql, caller)} union select f.borrower_org_id from farms f where f.supervisor_org_id = ${caller.organisationId}
    ) and (${contains(sql, 'o.name', input.name)} or ${contains(sql, sql`coalesce(o.credit_code, '')`, input.name)}) and ${idIn(sql, 'o.id', input.ids)}`
    const [list, [count]] = await Promise.all([
      sql<{ id: number; name: string }[]>`
        select o.id, o.name from organisations o where ${condition} ${page(sql, input, { id: 'o.id', name: 'o.name' }, { field: 'name', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from organisations o where ${condition}`,
    ])
    return listOf([...list], count?.total ?? 0, input)
  },
}
