import type { Parsed } from '#contract/calls/endpoint.ts'
import type { HeadDetail, projectHeadEndpoints } from '#contract/projects/projectHeads.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { auditAll } from '../../../records/audit.ts'
import { listOf } from '../../../records/page.ts'
import { first, inTransaction } from '../../../records/transaction.ts'
import { visibleFarms } from '../../visibility.ts'
import type { AsOf } from '../past/asOf.ts'
import { describePastHeads } from '../past/pastHeadRows.ts'
import { pastHeads } from '../past/pastHeads.ts'
import { projectThen } from '../past/projectThen.ts'
import { changeOfProjects, findProject } from '../projectAccess.ts'
import { byTag, describeHeads, type Head, readHeads } from './projectHeadRows.ts'

const readingDays = 30
const readingsShown = 12
const decisionsShown = 50

type Listed = Pick<Head, 'animalId' | 'heardAt'>

/** Never heard first, then those silent for longest. */
const bySilence = (one: Listed, other: Listed) => (one.heardAt || 0) - (other.heardAt || 0) || one.animalId - other.animalId

export const projectHeadHandlers: HandlersOf<'projectHeads'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await projectThen(context, caller, input)
    const filter = { states: input.state, tag: input.tag, ids: input.ids }
    if (asOf) {
      const heads = await pastHeads(sql, project, asOf, { ...filter, byTag: input.sort?.field === 'visualTag' })
      return listOf(await describePastHeads(sql, project, asOf, pageOf(heads, input)), heads.length, input)
    }
    const heads = await readHeads(context, project, filter)
    const shown = input.sort?.field === 'visualTag' ? await byTag(sql, heads, input.sort.order, placesOf(input)) : pageOf(heads, input)
    return listOf(await describeHeads(sql, project.id, project.day, shown), heads.length, input)
  },

  async detail(input, caller, context) {
    const { sql, clock } = context
    const now = clock.now()
    const { project, asOf } = await projectThen(context, caller, input)
    const { id, day } = project
    const filter = { ids: [input.animalId] }
    const head = first(asOf ? await describePastHeads(sql, project, asOf, await pastHeads(sql, project, asOf, filter)) : await describeHeads(sql, id, day, await readHeads(context, project, filter)))
    const known = asOf ?? { happened: now, recorded: now }
    const [readings, decisions] = await Promise.all([readReadings(sql, input.animalId, known.happened), readDecisions(sql, caller, id, input.animalId, known)])
    return { ...head, rssi: readings[0]?.rssi ?? null, readings, decisions }
  },

  async explain({ id, animalIds, explanation }, caller, context) {
    const { clock, events } = context
    const now = clock.now()
    const ids = [...new Set(animalIds)]
    const change = await inTransaction(context.sql, async (sql) => {
      const { day } = await findProject(sql, caller, id, now)
      const rows = await sql<{ id: number }[]>`
        insert into head_explanations (project_id, pledge_id, day, explanation, explained_by, explained_at)
        select project_id, id, ${day}::date, ${explanation}, ${caller.userId}, ${now} from pledges
        where project_id = ${id} and ended_at is null and is_counted and animal_id = any(${ids}::bigint[]) order by id returning id`
      if (rows.length !== ids.length) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
      await auditAll(sql, caller, machineNow(), rows.map((row) => ({ action: 'ADD', noun: 'headExplanation', nounId: row.id, before: null, after: { id: row.id, projectId: id, day, explanation } })))
      return changeOfProjects(sql, [id], 'projectHeads')
    })
    events.emit('recordsChanged', change)
    return { explained: ids.length }
  },
}

type Asked = Pick<Parsed<typeof projectHeadEndpoints.list>, 'current' | 'pageSize' | 'sort'>

const placesOf = ({ current, pageSize }: Asked) => ({ from: (current - 1) * pageSize, to: current * pageSize })

/** A page of heads that come by ear tag, in the order asked for. */
function pageOf<H extends Listed>(heads: readonly H[], input: Asked): H[] {
  const { field, order } = input.sort ?? { field: 'lastHeardAt', order: 'asc' }
  const sorted = field === 'lastHeardAt' ? heads.toSorted(bySilence) : [...heads]
  if (order === 'desc') sorted.reverse()
  const { from, to } = placesOf(input)
  return sorted.slice(from, to)
}

/** The newest readings of an animal at an instant, of the neckband that it wore. */
async function readReadings(sql: Queries, animalId: number, now: number): Promise<HeadDetail['readings']> {
  const rows = await sql<{ at: number; gatewayMac: string | null; rssi: number | null }[]>`
    select r.at, g.mac as "gatewayMac", r.rssi
    from pairings w join lateral (
      select at, gateway_id, rssi from readings
      where neckband_id = w.neckband_id and at >= greatest(w.from_at, ${now}::timestamptz - ${readingDays}::int * interval '1 day') and at <= ${now}
      order by at desc limit ${readingsShown}
    ) r on true left join gateways g on g.id = r.gateway_id
    where w.animal_id = ${animalId} and w.from_at <= ${now}::timestamptz and (w.to_at is null or w.to_at > ${now}::timestamptz) order by r.at desc`
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}

/** What happened to an animal and what was decided about it, newest first. */
async function readDecisions(sql: Queries, caller: Caller, projectId: number, animalId: number, { happened, recorded }: AsOf): Promise<HeadDetail['decisions']> {
  const nameOf = (userId: Fragment) => sql`(select display_name from users where users.id = ${userId})`
  const alerts = sql`alerts a where a.animal_id = ${animalId} and a.farm_id in (${visibleFarms(sql, caller)})`
  const rows = await sql<(Omit<HeadDetail['decisions'][number], 'at'> & { at: number })[]>`
    select at, kind, code as "alertKind", entry as "entryKind", by, comment from (
      select a.raised_at as at, a.raised_at as since, 'ALERT' as kind, a.kind as code, null::text as entry, null::text as by, null::text as comment from ${alerts}
      union all select a.acknowledged_at, a.acknowledged_at, 'ACKNOWLEDGED', a.kind, null, ${nameOf(sql`a.acknowledged_by`)}, a.comment from ${alerts} and a.acknowledged_at is not null
      union all select a.cleared_at, a.cleared_at, 'CLEARED', a.kind, null, null, null from ${alerts} and a.cleared_at is not null
      union all select e.explained_at, e.explained_at, 'EXPLAINED', null, null, ${nameOf(sql`e.explained_by`)}, e.explanation
        from head_explanations e join pledges p on p.id = e.pledge_id where p.animal_id = ${animalId} and p.project_id = ${projectId}
      union all select e.recorded_at, e.happened_at, 'LEDGER', null, e.kind, ${nameOf(sql`e.recorded_by`)}, e.reason
        from ledger_heads h join ledger_entries e on e.id = h.entry_id join pledges p on p.id = h.pledge_id
        where p.animal_id = ${animalId} and p.project_id = ${projectId}
    ) decisions where since <= ${happened}::timestamptz and at <= ${recorded}::timestamptz order by at desc limit ${decisionsShown}`
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}
