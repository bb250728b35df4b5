import type { Parsed } from '#contract/calls/endpoint.ts'
import type { HeadDetail, projectHeadEndpoints } from '#contract/projects/projectHeads.ts'
import { CallError } from '../../../callError.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { auditAll } from '../../../records/audit.ts'
import { listOf } from '../../../records/page.ts'
import { first, inTransaction } from '../../../records/transaction.ts'
import type { AsOf } from '../past/asOf.ts'
import { describePastHeads } from '../past/pastHeadRows.ts'
import { pastHeads } from '../past/pastHeads.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import { projectChangeEvent, readVisibleProject } from '../projectAccess.ts'
import { insertExplanations } from './explanations.ts'
import { readDecisions } from './headDecisions.ts'
import { byTag, describeHeads, type Head, readHeads } from './projectHeadRows.ts'

const readingDays = 30
const readingsShown = 12

type Listed = Pick<Head, 'animalId' | 'heardAt'>

/** Sorts heads that were never heard first, then the longest silent. */
const bySilence = (one: Listed, other: Listed) =>
  (one.heardAt || 0) - (other.heardAt || 0) || one.animalId - other.animalId

export const projectHeadHandlers: HandlersOf<'projectHeads'> = {
  async list(input, caller, context) {
    const { sql, clock } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const filter = { states: input.state, tag: input.tag, ids: input.ids }
    if (asOf) {
      const heads = await pastHeads(sql, project, asOf, { ...filter, byTag: input.sort?.field === 'visualTag' })
      return listOf(await describePastHeads(sql, project, asOf, pageOf(heads, input)), heads.length, input)
    }
    const heads = await readHeads(context, project, filter)
    const shown =
      input.sort?.field === 'visualTag'
        ? await byTag(sql, heads, input.sort.order, placesOf(input))
        : pageOf(heads, input)
    return listOf(await describeHeads(sql, project, clock.now(), shown), heads.length, input)
  },

  async detail(input, caller, context) {
    const { sql, clock } = context
    const now = clock.now()
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const filter = { ids: [input.animalId] }
    const moment = asOf ?? { happened: now, recorded: now }
    const [heard, described] = asOf
      ? await pastHeads(sql, project, asOf, filter).then(
          async (heads) => [heads, await describePastHeads(sql, project, asOf, heads)] as const,
        )
      : await readHeads(context, project, filter).then(
          async (heads) => [heads, await describeHeads(sql, project, now, heads)] as const,
        )
    const head = first(described)
    const [readings, decisions] = await Promise.all([
      readReadings(sql, input.animalId, moment),
      readDecisions(sql, caller, project, { ...head, ...first(heard) }, moment),
    ])
    return { ...head, rssi: readings[0]?.rssi ?? null, readings, decisions }
  },

  async explain({ id, animalIds, explanation }, caller, context) {
    const { clock, events } = context
    const now = clock.now()
    const ids = [...new Set(animalIds)]
    const change = await inTransaction(context.sql, async (sql) => {
      const { day } = await readVisibleProject(sql, caller, id, now)
      const pledges = await sql<{ id: number }[]>`
        select id from pledges where project_id = ${id} and ended_at is null and is_counted and animal_id = any(${ids}::bigint[]) order by id`
      if (pledges.length !== ids.length) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
      const explanations = await insertExplanations(sql, {
        projectId: id,
        pledgeIds: pledges.map((pledge) => pledge.id),
        day,
        explanation,
        explainedBy: caller.userId,
        at: now,
      })
      await auditAll(
        sql,
        caller,
        machineNow(),
        explanations.map((nounId) => ({
          action: 'ADD',
          noun: 'headExplanation',
          nounId,
          before: null,
          after: { id: nounId, projectId: id, day, explanation },
        })),
      )
      return projectChangeEvent(sql, [id], 'projectHeads')
    })
    events.emit('recordsChanged', change)
    return { explained: ids.length }
  },
}

type PageInput = Pick<Parsed<typeof projectHeadEndpoints.list>, 'current' | 'pageSize' | 'sort'>

const placesOf = ({ current, pageSize }: PageInput) => ({ from: (current - 1) * pageSize, to: current * pageSize })

/** Returns the requested page. `heads` must already be in ear tag order when the input sorts by tag. */
function pageOf<H extends Listed>(heads: readonly H[], input: PageInput): H[] {
  const { field, order } = input.sort ?? { field: 'lastHeardAt', order: 'asc' }
  const sorted = field === 'lastHeardAt' ? heads.toSorted(bySilence) : [...heads]
  if (order === 'desc') sorted.reverse()
  const { from, to } = placesOf(input)
  return sorted.slice(from, to)
}

/** Reads the newest readings of the neckband that an animal wore at a moment, as received by then. */
async function readReadings(
  sql: Queries,
  animalId: number,
  { happened: now, recorded }: AsOf,
): Promise<HeadDetail['readings']> {
  const rows = await sql<{ at: number; gatewayMac: string | null; rssi: number | null }[]>`
    select r.at, g.mac as "gatewayMac", r.rssi
    from pairings w join lateral (
      select at, gateway_id, rssi from readings
      where neckband_id = w.neckband_id and at >= greatest(w.from_at, ${now}::timestamptz - ${readingDays}::int * interval '1 day') and at <= ${now} and received_at <= ${recorded}::timestamptz
      order by at desc limit ${readingsShown}
    ) r on true left join gateways g on g.id = r.gateway_id
    where w.animal_id = ${animalId} and w.from_at <= ${now}::timestamptz and (w.to_at is null or w.to_at > ${now}::timestamptz) order by r.at desc`
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}
