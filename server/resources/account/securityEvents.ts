import type { SecurityEvent } from '#contract/people/securityEvents.ts'
import { toInstant } from '../../clock.ts'
import type { HandlersOf } from '../../handler.ts'
import { textIn, contains, listOf, page } from '../../records/page.ts'

type EventRow = Omit<SecurityEvent, 'at'> & { at: number }

export const securityEventHandlers: HandlersOf<'securityEvents'> = {
  async list(input, _caller, { sql }) {
    const { name, kind, from, to } = input
    const condition = sql`(${contains(sql, 'e.user_name', name)} or ${contains(sql, 'e.address', name)}) and ${textIn(sql, 'e.kind', kind)}
      and ${from === undefined ? sql`true` : sql`e.at >= ${from}`} and ${to === undefined ? sql`true` : sql`e.at < ${to}`}`
    const [rows, [count]] = await Promise.all([
      sql<EventRow[]>`
        select e.id, e.at, e.kind, e.user_id as "userId", e.user_name as "userName", e.address, e.agent, e.what, e.skipped
        from security_events e where ${condition} ${page(sql, input, { id: 'e.id' }, { field: 'id', order: 'desc' })}`,
      sql<{ total: number }[]>`select count(*) as total from security_events e where ${condition}`,
    ])
    return listOf(
      rows.map((row) => ({ ...row, at: toInstant(row.at) })),
      count?.total ?? 0,
      input,
    )
  },
}
