import type { Fragment, Queries } from '../connect.ts'

/** Time zone of a project without farms, and of a person who has chosen none. */
const defaultZone = 'Asia/Shanghai'

/** Selects the time zone of a project: that of its first farm. */
export function projectZone(sql: Queries, projectId: Fragment): Fragment {
  return sql`coalesce((select f.time_zone from project_farms pf join farms f on f.id = pf.farm_id where pf.project_id = ${projectId} order by f.id limit 1), ${defaultZone})`
}

/** Selects the time zone that a person has chosen. */
export function personZone(sql: Queries, userId: number): Fragment {
  return sql`coalesce((select time_zone from notification_settings where user_id = ${userId}), ${defaultZone})`
}
