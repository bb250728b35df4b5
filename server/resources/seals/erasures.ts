import type { ErasureReason } from '#contract/projects/seals.ts'
import { machineNow } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'

/** Builds the statement that records why sealed or queued rows are deleted. @param deletedKeys a query of their keys, as `row_key` */
export function recordErasure(sql: Queries, source: string, reason: ErasureReason, deletedKeys: Fragment): Fragment {
  return sql`
    insert into seal_erasures (source, row_key, reason, erased_at) select ${source}, gone_rows.row_key, ${reason}, ${machineNow()} from (${deletedKeys}) gone_rows
    where exists (select from seal_entries e where e.source = ${source} and e.row_key = gone_rows.row_key)
      or exists (select from seal_queue q where q.source = ${source} and q.row_key = gone_rows.row_key)`
}
