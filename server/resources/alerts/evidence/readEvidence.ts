import { ruleOfAlert } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { timelineOf } from '../../../db/alerts/alertEvents.ts'
import { selectAlerts } from '../../../db/alerts.ts'
import type { Queries } from '../../../db/connect.ts'
import type { EvidenceFacts, EvidencePhoto } from '../../../exports/evidence/facts.ts'
import { first } from '../../../records/transaction.ts'
import { rulesInForce } from '../../alertRules.ts'
import { deliveriesOfAlert } from '../../duty/alertDeliveries.ts'
import { selectTickets, visible } from '../../office/tickets/ticketRows.ts'
import { draftsOfAlert } from '../../projects/ledgerDrafts.ts'
import { visibleProjects } from '../../visibility.ts'
import { visibleAlert } from '../alertFilters.ts'
import { type SealKey, sealedLinks } from './sealedLinks.ts'

/** Tickets raised up to this long before an alert are included, ms. */
const ticketLeadMs = 30 * 86_400_000
const maxTickets = 100

/**
 * Reads the content of an evidence pack except readings, as far as the caller may see it. Must run in one transaction. @throws CallError NOT_FOUND
 */
export async function readEvidence(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  id: number,
): Promise<EvidenceFacts> {
  const { sql, clock } = context
  const alert = first(await selectAlerts(sql, sql`a.id = ${id} and ${visibleAlert(sql, caller)}`, sql``))
  const [timeline, [closed], farm, pen, animal, projects, photos, drafts, tickets, rules, deliveries] =
    await Promise.all([
      timelineOf(sql, id),
      sql<{ text: string | null }[]>`select close_text as text from alerts where id = ${id}`,
      readFarm(sql, alert.farmId),
      readPen(sql, alert.farmSlotId),
      readAnimal(sql, caller, alert.animalId),
      sql<{ id: number; code: string }[]>`
      select p.id, p.code from projects p join project_farms pf on pf.project_id = p.id where pf.farm_id = ${alert.farmId} and p.id in (${visibleProjects(sql, caller)})
        and (${alert.subjectType !== 'PROJECT'} or p.id = ${alert.subjectId}) order by p.code`,
      sql<(EvidencePhoto & { hash: string | null })[]>`
      select f.id, f.hash, f.size from alert_photos p join files f on f.id = p.image_id where p.alert_id = ${id} order by p.place`,
      draftsOfAlert(sql, caller, id),
      ticketsOf(sql, caller, alert),
      rulesInForce(context, caller, alert.farmId),
      deliveriesOfAlert(sql, caller, id),
    ])
  if (photos.some(({ hash }) => hash === null)) throw new CallError('UNAVAILABLE')
  const sealed = await sealedLinks(sql, keysOf(alert, photos, tickets))
  const found = ruleOfAlert(alert, rules)
  // An alert about one loan must not name other projects.
  const rule = found
    ? {
        ...found,
        projects: found.projects.filter(({ id }) => alert.subjectType === 'PROJECT' && id === alert.subjectId),
      }
    : null
  return {
    madeAt: machineNow(),
    herdAt: clock.now(),
    madeBy: caller.displayName,
    alert,
    farm,
    pen,
    animal,
    projects,
    rule,
    timeline: { ...timeline, closeText: closed?.text ?? null },
    deliveries,
    drafts,
    tickets,
    photos,
    sealed,
  }
}

async function readFarm(sql: Queries, id: number): Promise<EvidenceFacts['farm']> {
  return first(
    await sql<{ name: string; timeZone: string; boundary: Polygon }[]>`
    select name, time_zone as "timeZone", boundary from farms where id = ${id}`,
  )
}

async function readPen(sql: Queries, id: number | null): Promise<EvidenceFacts['pen']> {
  if (id === null) return null
  const [pen] = await sql<{ name: string; polygon: Polygon }[]>`select name, polygon from pens where id = ${id}`
  return pen ?? null
}

async function readAnimal(sql: Queries, caller: Caller, id: number | null): Promise<EvidenceFacts['animal']> {
  if (id === null) return null
  const [animal] = await sql<NonNullable<EvidenceFacts['animal']>[]>`
    select a.visual_tag as "visualTag", n.device_id as "deviceId", l.id is not null as "isPledged", p.code as "pledgedTo"
    from animals a left join pledges l on l.animal_id = a.id and l.ended_at is null left join projects p on p.id = l.project_id and p.id in (${visibleProjects(sql, caller)})
      left join pairings w on w.animal_id = a.id and w.to_at is null left join neckbands n on n.id = w.neckband_id where a.id = ${id}`
  return animal ?? null
}

/** Selects the visible tickets about the alert's animal or rule, raised from a month before the alert on. */
function ticketsOf(
  sql: Queries,
  caller: Caller,
  { animalId, kind, farmId, raisedAt, subjectType, subjectId }: Alert,
): Promise<Ticket[]> {
  const aboutAnimal =
    animalId === null
      ? sql`false`
      : sql`(t.payload -> 'animalIds' @> ${String(animalId)}::jsonb or t.payload -> 'animals' @> ${`[{"id":${animalId}}]`}::jsonb)`
  const aboutRule = sql`(t.kind = 'RULE_CHANGE' and t.payload ->> 'kind' = ${kind} and ((t.payload ->> 'farmId')::bigint = ${farmId}
    or (t.payload ->> 'projectId')::bigint in (${subjectType === 'PROJECT' ? sql`${subjectId}` : sql`select project_id from project_farms where farm_id = ${farmId}`})))`
  return selectTickets(
    sql,
    caller,
    sql`${visible(sql, caller)} and (${aboutAnimal} or ${aboutRule}) and t.raised_at >= ${Date.parse(raisedAt) - ticketLeadMs}::timestamptz`,
    sql`order by t.id limit ${maxTickets}`,
  )
}

/** Lists the rows of a pack that the sealed record includes. */
function keysOf(
  { id, acknowledgedAt, closedAt }: Alert,
  photos: readonly EvidencePhoto[],
  tickets: readonly Ticket[],
): SealKey[] {
  const key = String(id)
  return [
    { source: 'alerts', key },
    { source: 'alert_settlings', key },
    ...(acknowledgedAt === null ? [] : [{ source: 'alert_acknowledgements', key }]),
    ...(closedAt === null ? [] : [{ source: 'alert_closures', key }]),
    ...photos.flatMap((photo, place) => [
      { source: 'alert_photos', key: `${key}:${place + 1}` },
      { source: 'files', key: photo.id },
    ]),
    ...tickets.map(({ ticketId }) => ({ source: 'tickets', key: String(ticketId) })),
  ]
}
