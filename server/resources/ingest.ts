import type { IngestSummary } from '#contract/herd/ingest.ts'
import { toInstant } from '../clock.ts'
import { gatewayOfCount } from '../db/gatewaysSeen.ts'
import type { HandlersOf } from '../handler.ts'
import { periodOf } from './periods.ts'
import { isOwnSource } from './quarantine/visibleRejected.ts'
import { visibleFarms } from './visibility.ts'

export const ingestHandlers: HandlersOf<'ingest'> = {
  /** Shows the counts of a known gateway to users who may see its farm. Counts of unknown gateways follow the rules of the quarantine. */
  async summary(input, caller, { sql, clock }) {
    const { from, to } = periodOf(input, clock.now())
    const counts = await sql<IngestSummary['counts']>`
      select coalesce(s.name, '') as source, nullif(c.gateway, '') as gateway, g.id as "gatewayId", c.result, sum(c.count)::bigint as count
      from ingest_counts c left join sources s on s.id = c.source_id ${gatewayOfCount(sql)}
      where c.minute_at >= date_trunc('minute', ${from}::timestamptz) and c.minute_at <= ${to}
        and case when g.id is not null then g.farm_id in (${visibleFarms(sql, caller)}) else ${isOwnSource(sql, caller)} end
      group by s.name, c.gateway, g.id, c.result order by s.name, c.gateway, c.result`
    const totals: Record<string, number> = {}
    for (const { result, count } of counts) totals[result] = (totals[result] ?? 0) + count
    return { from: toInstant(from), to: toInstant(to), counts: [...counts], totals }
  },
}
