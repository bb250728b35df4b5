import type { Pledge } from '#contract/projects/pledges.ts'
import { CallError } from '../../../callError.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { entriesAsOf, statusAt } from '../../../db/projects/pastLedger.ts'
import type { HandlersOf } from '../../../handler.ts'
import { textIn, contains, equals, idIn, listOf, page } from '../../../records/page.ts'
import { instantOrNull } from '../../values.ts'
import { visibleProjects } from '../../visibility.ts'
import { type AsOf, occurredAsOf, instantAsOf, eventCutoff } from '../past/asOf.ts'
import { countedHeadsAsOf } from '../past/pastHeads.ts'
import { projectOfPast } from '../past/projectThen.ts'
import { closeApprovedAt } from '../projectTimes.ts'

type Row = Omit<Pledge, 'claimedAt' | 'pledgedAt' | 'endedAt'> & {
  claimedAt: number
  pledgedAt: number | null
  endedAt: number | null
}

/** Builds the columns of a pledge `p` of an animal `a`, now or as of a moment. An ended pledge shows the animal's last pledged state. */
function pledgeColumnsAsOf(sql: Queries, projectId: number, asOf: AsOf | null) {
  const [pledgedAt, endedAt] = [instantAsOf(sql, 'p.pledged_at', asOf), instantAsOf(sql, 'p.ended_at', asOf)]
  const until = (moment: number) => sql`least(${moment}::timestamptz, p.ended_at)`
  // The audit entries of animals carry machine time, which in a replay is years after herd time.
  const endedOn = sql`case when p.end_reason = 'CLOSED' then coalesce(${closeApprovedAt(sql, sql`p.project_id`)}, p.ended_at) else p.ended_at end`
  const status = asOf
    ? statusAt(sql, sql`least(${eventCutoff(asOf)}::timestamptz, ${endedOn})`)
    : sql`case when p.ended_at is null then a.status else ${statusAt(sql, endedOn)} end`
  return {
    pledgedAt,
    endedAt,
    endReason: sql`case when ${endedAt} is not null then p.end_reason end`,
    state: sql`case when ${endedAt} is not null then 'ENDED' when ${pledgedAt} is null then 'CLAIMED' else 'PLEDGED' end`,
    isCounted: asOf
      ? sql`coalesce((select sum(sign(e.heads)) > 0 from ledger_heads h join (${entriesAsOf(sql, [projectId], asOf)}) e on e.id = h.entry_id where h.pledge_id = p.id), false)`
      : sql`p.is_counted`,
    /** Set-based form of `isCounted`, for filters over the whole list. */
    areCounted: asOf
      ? sql`(p.id in (select id from (${countedHeadsAsOf(sql, projectId, asOf)}) counted))`
      : sql`p.is_counted`,
    // Animals that leave the herd with their pledge are recorded as gone just after it ends, so the end reason gives their status.
    status: sql`case when ${endedAt} is not null and p.end_reason in ('RELEASED', 'SUBSTITUTED') then p.end_reason else ${status} end`,
    farmId: asOf
      ? stoodAt(sql, until(asOf.happened))
      : sql`case when p.ended_at is null then a.farm_id else ${stoodAt(sql, sql`p.ended_at`)} end`,
    isThere: occurredAsOf(sql, asOf, 'p.claimed_at'),
  }
}

/** Selects the farm where an animal `a` last stood at an instant. */
function stoodAt(sql: Queries, at: Fragment): Fragment {
  return sql`coalesce((select s.farm_id from stays s where s.animal_id = a.id and s.from_at <= ${at} order by s.from_at desc, s.id desc limit 1), a.farm_id)`
}

export const pledgeHandlers: HandlersOf<'pledges'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { ids, collateralId, tag, state, isCounted } = input
    const past = await projectOfPast(context, caller, input)
    const pledgeColumns = pledgeColumnsAsOf(sql, input.id, past?.asOf ?? null)
    const from = sql`pledges p join animals a on a.id = p.animal_id
      where p.project_id = ${input.id} and p.project_id in (${visibleProjects(sql, caller)}) and ${idIn(sql, 'p.id', ids)} and ${equals(sql, 'p.line_id', collateralId)}
        and (${contains(sql, 'a.visual_tag', tag)} or ${contains(sql, 'a.electronic_tag', tag)}) and ${textIn(sql, pledgeColumns.state, state)}
        and ${isCounted === undefined ? sql`true` : sql`${pledgeColumns.areCounted} = ${isCounted}`} and ${pledgeColumns.isThere}`
    const columns = {
      id: 'p.id',
      visualTag: 'a.visual_tag',
      status: pledgeColumns.status,
      claimedAt: 'p.claimed_at',
      pledgedAt: pledgeColumns.pledgedAt,
    }
    const [rows, [count]] = await Promise.all([
      sql<Row[]>`
        select p.id, p.project_id as "projectId", p.line_id as "collateralId", a.id as "animalId", a.visual_tag as "visualTag", a.electronic_tag as "electronicTag",
          (select name from farms where id = ${pledgeColumns.farmId}) as "farmName", a.category_id as "categoryId", ${pledgeColumns.status} as status, ${pledgeColumns.state} as state, ${pledgeColumns.isCounted} as "isCounted",
          p.claimed_at as "claimedAt", ${pledgeColumns.pledgedAt} as "pledgedAt", ${pledgeColumns.endedAt} as "endedAt", ${pledgeColumns.endReason} as "endReason"
        from ${from} ${page(sql, input, columns)}`,
      sql<{ total: number }[]>`select count(*) as total from ${from}`,
    ])
    const list = rows.map((row) => ({
      ...row,
      claimedAt: toInstant(row.claimedAt),
      pledgedAt: instantOrNull(row.pledgedAt),
      endedAt: instantOrNull(row.endedAt),
    }))
    return listOf(list, count?.total ?? 0, input)
  },

  /** Looks every tag up in one index, whether or not it is known, so that response time reveals nothing more than the reply. */
  async check({ tags }, caller, { sql, auth, securityLog }, { address, agent }) {
    if (caller.organisationId === null) throw new CallError('NOT_ALLOWED')
    auth.count('pledgeCheck', address, `organisation ${caller.organisationId}`)
    const uniqueTags = [...new Set(tags)]
    securityLog.note({
      kind: 'PLEDGE_CHECK',
      userId: caller.userId,
      userName: caller.userName,
      address,
      agent,
      what: `${uniqueTags.length}: ${uniqueTags.join(' ')}`,
    })
    return {
      tags: await sql<{ tag: string; isPledged: boolean; isKnown: boolean }[]>`
        select t.tag, exists (select from animals a where a.electronic_tag = t.tag and a.electronic_scheme in ('CN', 'ISO_11784')) as "isKnown",
          exists (select from animals a join pledges p on p.animal_id = a.id and p.ended_at is null
          where a.electronic_tag = t.tag and a.electronic_scheme in ('CN', 'ISO_11784') and a.deleted_at is null) as "isPledged"
        from unnest(${uniqueTags}::text[]) with ordinality as t (tag, place) order by t.place`,
    }
  },
}
