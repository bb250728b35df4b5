import type { LedgerFeedRow, ProjectFeedRow } from '#contract/projects/feeds.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment } from '../../db/connect.ts'
import { lastPlace, type PlacedEventKind } from '../../db/projects/recordEvents.ts'
import type { HandlersOf } from '../../handler.ts'
import { visibleAlert } from '../alerts/alertFilters.ts'
import { selectAlerts } from '../../db/alerts.ts'
import { reportRecordEvents } from '../duty/recordWebhooks.ts'
import { readCloses, toClose } from '../projects/headcount/dayCloses.ts'
import { figuresOf } from '../projects/headcount/projectFigures.ts'
import { readRunning } from '../projects/monitor/monitorRows.ts'
import { instantOrNull } from '../values.ts'
import { visibleProjects } from '../visibility.ts'
import { cursorAfter, placeOf } from './cursors.ts'

interface Page {
  cursor?: string | undefined
  limit: number
}

interface Placed {
  place: number
  id: number
}

/**
 * Reads the next places of a feed. Reads the end of the feed first, because rows that get a place afterwards belong to the next page.
 * @param visible condition on the subject `s`
 */
async function readPlaces(
  context: Context,
  { kind, cursor, limit }: Page & { kind: PlacedEventKind },
  { table, visible }: { table: Fragment; visible: Fragment },
) {
  const { sql } = context
  const after = placeOf(context.secrets, kind, cursor)
  await reportRecordEvents(context)
  const end = await lastPlace(sql)
  const rows = await sql<Placed[]>`
    select e.position as place, a.id from record_events e join ${table} a on a.id = e.subject_id
    where e.kind = ${kind} and e.position > ${after} and e.position <= ${end} and ${visible} order by e.position limit ${limit + 1}`
  const placed = rows.slice(0, limit)
  const hasMore = rows.length > limit
  // Never passes rows of other organisations, because a cursor must not reveal their number.
  const last = placed.at(-1)?.place ?? after
  return { ids: placed.map(({ id }) => id), hasMore, next: cursorAfter(context.secrets, kind, last) }
}

/** Returns rows in the order of ids. */
function inOrder<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const feedHandlers: HandlersOf<'feeds'> = {
  async projects({ cursor, limit }, caller, context) {
    const { sql, clock } = context
    const after = placeOf(context.secrets, 'PROJECT', cursor)
    const running = (await readRunning(sql, caller, clock.now())).filter(({ id }) => id > after)
    const page = running.slice(0, limit)
    const figures = await figuresOf(
      context,
      page.map(({ id }) => id),
    )
    const list = page.flatMap(({ id, code, name, borrowerOrgName, endsOn, timeZone }): ProjectFeedRow[] => {
      const counted = figures.get(id)
      if (counted === undefined) return []
      const { coverage, lastHeardAt, ...numbers } = counted
      return [
        {
          ...numbers,
          ...coverage,
          projectId: id,
          projectCode: code,
          name,
          borrowerOrgName,
          endsOn,
          timeZone,
          lastHeardAt: instantOrNull(lastHeardAt),
          headsToCure: coverage.headsToCure?.heads ?? null,
        },
      ]
    })
    return {
      list,
      hasMore: running.length > limit,
      next: cursorAfter(context.secrets, 'PROJECT', running.length > limit ? (page.at(-1)?.id ?? after) : 0),
    }
  },

  async ledgerEntries(input, caller, context) {
    const { sql } = context
    const { ids, ...page } = await readPlaces(
      context,
      { ...input, kind: 'LEDGER_ENTRY' },
      { table: sql`ledger_entries`, visible: sql`a.project_id in (${visibleProjects(sql, caller)})` },
    )
    const rows = await sql<
      (Omit<LedgerFeedRow, 'happenedAt' | 'recordedAt'> & { happenedAt: number; recordedAt: number })[]
    >`
      select e.id, e.project_id as "projectId", p.code as "projectCode", e.kind, e.heads, e.line_id as "lineId", l.category_id as "categoryId", e.reason,
        e.document_id as "documentId", e.ticket_id as "ticketId", e.corrects_id as "correctsId", u.display_name as "recordedBy", e.happened_at as "happenedAt", e.recorded_at as "recordedAt"
      from ledger_entries e join projects p on p.id = e.project_id join collateral_lines l on l.id = e.line_id left join users u on u.id = e.recorded_by
      where e.id = any(${ids}::bigint[])`
    const list = inOrder(ids, rows).map((row) => ({
      ...row,
      happenedAt: toInstant(row.happenedAt),
      recordedAt: toInstant(row.recordedAt),
    }))
    return { ...page, list }
  },

  async alerts(input, caller, context) {
    const { sql } = context
    const { ids, ...page } = await readPlaces(
      context,
      { ...input, kind: 'ALERT' },
      { table: sql`alerts`, visible: visibleAlert(sql, caller) },
    )
    return { ...page, list: inOrder(ids, await selectAlerts(sql, sql`a.id = any(${ids}::bigint[])`, sql``)) }
  },

  async dayCloses(input, caller, context) {
    const { sql } = context
    const { ids, ...page } = await readPlaces(
      context,
      { ...input, kind: 'DAY_CLOSE' },
      { table: sql`day_closes`, visible: sql`a.project_id in (${visibleProjects(sql, caller)})` },
    )
    const [closes, projects] = await Promise.all([
      readCloses(sql, sql`c.id = any(${ids}::bigint[])`),
      sql<{ id: number; projectId: number; projectCode: string }[]>`
        select c.id, p.id as "projectId", p.code as "projectCode" from day_closes c join projects p on p.id = c.project_id where c.id = any(${ids}::bigint[])`,
    ])
    const projectOf = new Map(projects.map(({ id, ...project }) => [id, project]))
    const list = inOrder(ids, closes).flatMap((close) => {
      const project = projectOf.get(close.id)
      return project === undefined ? [] : [{ ...toClose(close), ...project }]
    })
    return { ...page, list }
  },
}
