import type { Pledge } from '#contract/projects/pledges.ts'
import { CallError } from '../../../callError.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { among, contains, equals, isOneOf, listOf, page } from '../../../records/page.ts'
import { instantOrNull } from '../../values.ts'
import { visibleProjects } from '../../visibility.ts'

type Row = Omit<Pledge, 'claimedAt' | 'pledgedAt' | 'endedAt'> & { claimedAt: number; pledgedAt: number | null; endedAt: number | null }

const stateOf = (sql: Queries): Fragment => sql`case when p.ended_at is not null then 'ENDED' when p.pledged_at is null then 'CLAIMED' else 'PLEDGED' end`

export const pledgeHandlers: HandlersOf<'pledges'> = {
  async list(input, caller, { sql }) {
    const { id, ids, collateralId, tag, state, isCounted } = input
    const from = sql`pledges p join animals a on a.id = p.animal_id join farms f on f.id = a.farm_id
      where p.project_id = ${id} and p.project_id in (${visibleProjects(sql, caller)}) and ${isOneOf(sql, 'p.id', ids)} and ${equals(sql, 'p.line_id', collateralId)}
        and (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)}) and ${among(sql, stateOf(sql), state)} and ${equals(sql, 'p.is_counted', isCounted)}`
    const columns = { id: 'p.id', visualTag: 'a.visual_tag', status: 'a.status', claimedAt: 'p.claimed_at', pledgedAt: 'p.pledged_at' }
    const [rows, [count]] = await Promise.all([
      sql<Row[]>`
        select p.id, p.project_id as "projectId", p.line_id as "collateralId", a.id as "animalId", a.visual_tag as "visualTag", a.electronic_tag as "electronicTag",
          f.name as "farmName", a.category_id as "categoryId", a.status, ${stateOf(sql)} as state, p.is_counted as "isCounted",
          p.claimed_at as "claimedAt", p.pledged_at as "pledgedAt", p.ended_at as "endedAt", p.end_reason as "endReason"
        from ${from} ${page(sql, input, columns)}`,
      sql<{ total: number }[]>`select count(*) as total from ${from}`,
    ])
    const list = rows.map((row) => ({ ...row, claimedAt: toInstant(row.claimedAt), pledgedAt: instantOrNull(row.pledgedAt), endedAt: instantOrNull(row.endedAt) }))
    return listOf(list, count?.total ?? 0, input)
  },

  /** One look into an index for each tag, whoever has it: the time tells nothing, either. */
  async check({ tags }, caller, { sql, auth, securityLog }, { address, agent }) {
    if (caller.organisationId === null) throw new CallError('NOT_ALLOWED')
    auth.count('pledgeCheck', address, `organisation ${caller.organisationId}`)
    const asked = [...new Set(tags)]
    securityLog.note({ kind: 'PLEDGE_CHECK', userId: caller.userId, userName: caller.userName, address, agent, what: `${asked.length}: ${asked.join(' ')}` })
    return {
      tags: await sql<{ tag: string; isPledged: boolean }[]>`
        select t.tag, exists (select from animals a join pledges p on p.animal_id = a.id and p.ended_at is null
          where a.electronic_tag = t.tag and a.electronic_scheme in ('CN', 'ISO_11784') and a.deleted_at is null) as "isPledged"
        from unnest(${asked}::text[]) with ordinality as t (tag, place) order by t.place`,
    }
  },
}
