import type { HandCount } from '#contract/projects/projectHeadcounts.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HerdView } from '../../herd/herdView.ts'
import type { ProjectDay } from './projectAccess.ts'

interface CountCutoff {
  day: string
  received: number
}

/**
 * Selects the newest manual count of each farm of projects: project_id, farm_id, heads, day, log_id. Corrected logs do not count.
 * When a day has several logs with a count, the last one counts.
 * @param projects a subquery of ids
 * @param cutoff only counts up to a day that were received by an instant (epoch ms)
 */
export function farmHandCounts(sql: Queries, projects: Fragment, cutoff?: CountCutoff): Fragment {
  const withinCutoff =
    cutoff === undefined
      ? sql``
      : sql`and l.day <= ${cutoff.day}::date and l.received_at <= ${cutoff.received}::timestamptz`
  const correctionWithinCutoff =
    cutoff === undefined ? sql`` : sql`and c.received_at <= ${cutoff.received}::timestamptz`
  return sql`
    select distinct on (l.project_id, l.farm_id) l.project_id, l.farm_id, l.hand_count as heads, l.day, l.id as log_id
    from daily_logs l
    where l.project_id in (${projects}) and l.hand_count is not null ${withinCutoff}
      and not exists (select from daily_logs c where c.corrects_id = l.id ${correctionWithinCutoff})
    order by l.project_id, l.farm_id, l.day desc, l.id desc`
}

/**
 * Returns the newest manual counts of a project's farms, with the heads currently on those farms. A closed project has no current heads.
 * @returns null when nobody has counted yet
 */
export async function handCountOf(
  { sql, herd }: { sql: Queries; herd: Pick<HerdView, 'headcounts'> },
  { id, status, windowMinutes }: Pick<ProjectDay, 'id' | 'status' | 'windowMinutes'>,
): Promise<HandCount | null> {
  const counts = await readCounts(sql, id)
  const sum = sumUp(counts)
  if (!sum) return null
  if (status === 'CLOSED') return { ...sum, kept: null }
  const farmHeadcounts = await herd.headcounts(
    counts.map(({ farmId }) => farmId),
    windowMinutes,
  )
  return {
    ...sum,
    kept:
      farmHeadcounts.size === counts.length
        ? [...farmHeadcounts.values()].reduce((all, { ledger }) => all + ledger, 0)
        : null,
  }
}

/** Returns the newest manual counts as of a moment, without the heads on the farms, which are not known for the past. */
export async function pastHandCount(sql: Queries, projectId: number, cutoff: CountCutoff): Promise<HandCount | null> {
  const sum = sumUp(await readCounts(sql, projectId, cutoff))
  return sum && { ...sum, kept: null }
}

interface FarmCount {
  farmId: number
  heads: number
  day: string
}

/** Reads the counts of a project's farms, oldest day first. */
function readCounts(sql: Queries, projectId: number, cutoff?: CountCutoff): Promise<FarmCount[]> {
  return sql<
    FarmCount[]
  >`select farm_id as "farmId", heads, day from (${farmHandCounts(sql, sql`${projectId}`, cutoff)}) counted order by day`
}

function sumUp(counts: readonly FarmCount[]): Omit<HandCount, 'kept'> | null {
  const [oldest] = counts
  return oldest
    ? { heads: counts.reduce((all, { heads }) => all + heads, 0), day: oldest.day, farms: counts.length }
    : null
}
