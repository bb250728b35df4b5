import type { Fragment, Queries } from '../../db/connect.ts'

/**
 * The newest heads counted by hand of each farm of projects, as a subquery: project_id, farm_id, heads, day, log_id. A log that
 * another one corrects counts no more. What was counted of one day counts as its last log says.
 * @param projects a subquery of ids
 */
export function farmHandCounts(sql: Queries, projects: Fragment): Fragment {
  return sql`
    select distinct on (l.project_id, l.farm_id) l.project_id, l.farm_id, l.hand_count as heads, l.day, l.id as log_id
    from daily_logs l
    where l.project_id in (${projects}) and l.hand_count is not null
      and not exists (select from daily_logs c where c.corrects_id = l.id)
    order by l.project_id, l.farm_id, l.day desc, l.id desc`
}

/**
 * The newest heads counted by hand of whole projects, as a subquery: project_id, heads (of all farms that were ever counted), day (the
 * oldest of the counts behind it), farms (how many of the project's farms are in it). A project that nobody counted has no row.
 * @param projects a subquery of ids
 */
export function handCounts(sql: Queries, projects: Fragment): Fragment {
  return sql`
    select project_id, sum(heads)::int as heads, min(day) as day, count(*)::int as farms
    from (${farmHandCounts(sql, projects)}) counted group by project_id`
}
