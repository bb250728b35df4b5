import type { CloseCode } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { draftKinds, LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { addAlertEvents } from '../../db/alerts/alertEvents.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit, auditAll } from '../../records/audit.ts'
import { textIn, listOf, page } from '../../records/page.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { visibleProjects } from '../visibility.ts'
import { draftState, readDrafts } from './draftRows.ts'
import { recordLoss } from './ledgerEntries.ts'
import { projectChangeEvent, readVisibleProject } from './projectAccess.ts'

type DraftKind = (typeof draftKinds)[number]
const kindOfCode: Partial<Record<CloseCode, DraftKind>> = { ANIMAL_DEAD: 'DEATH', ANIMAL_SOLD: 'SALE', THEFT: 'THEFT' }

/** Returns the drafts opened by closing an alert, in projects that the caller may see. */
export function draftsOfAlert(sql: Queries, caller: Caller, alertId: number): Promise<LedgerDraft[]> {
  return readDrafts(
    sql,
    sql`d.alert_id = ${alertId} and d.project_id in (${visibleProjects(sql, caller)})`,
    sql`order by d.id`,
  )
}

interface Drafting {
  code: CloseCode
  text: string
  /** Herd time, epoch ms. */
  now: number
}

/**
 * Opens a ledger draft for each counted head of an alert that was closed as a loss, unless one is open already.
 * Must run in the transaction that closes the alerts.
 * @returns ids of the projects with new drafts
 */
export async function draftLosses(
  sql: Queries,
  caller: Caller,
  alerts: readonly Alert[],
  { code, text, now }: Drafting,
): Promise<number[]> {
  const kind = kindOfCode[code]
  const ofAnimals = alerts.filter(({ animalId }) => animalId !== null)
  if (kind === undefined || ofAnimals.length === 0) return []
  const drafts = await sql<{ id: number; projectId: number; alertId: number }[]>`
    insert into ledger_drafts (project_id, animal_id, alert_id, kind, happened_on, reason, drafted_by, drafted_at)
    select p.project_id, p.animal_id, a.id, ${kind}, timezone(f.time_zone, a.since_at)::date, ${text}, ${caller.userId}::bigint, ${now}::timestamptz
    from alerts a join pledges p on p.animal_id = a.animal_id join farms f on f.id = a.farm_id
    where a.id = any(${ofAnimals.map(({ id }) => id)}::bigint[]) and p.ended_at is null and p.is_counted order by a.id
    on conflict do nothing returning id, project_id as "projectId", alert_id as "alertId"`
  await addAlertEvents(
    sql,
    drafts.map(({ alertId }) => ({
      alertId,
      kind: 'DRAFTED',
      at: now,
      userId: caller.userId,
      text: null,
      detail: { entryKind: kind },
    })),
  )
  const made = await readDrafts(sql, sql`d.id = any(${drafts.map(({ id }) => id)}::bigint[])`, sql`order by d.id`)
  await auditAll(
    sql,
    caller,
    machineNow(),
    made.map((draft) => ({ action: 'ADD', noun: 'ledgerDraft', nounId: draft.id, before: null, after: draft })),
  )
  return [...new Set(drafts.map(({ projectId }) => projectId))]
}

const ofProject = (sql: Queries, projectId: number, id: number) => sql`d.id = ${id} and d.project_id = ${projectId}`

const findDraft = async (sql: Queries, projectId: number, id: number) =>
  first(await readDrafts(sql, ofProject(sql, projectId, id), sql``))

/**
 * Decides an open draft. @param because the reason for discarding; null when it became an entry
 * @throws CallError CONFLICT when it was already decided: `details` names who did
 */
async function decide(
  sql: Queries,
  caller: Caller,
  { projectId, id, because, now }: { projectId: number; id: number; because: string | null; now: number },
): Promise<LedgerDraft> {
  await sql`select from ledger_drafts d where ${ofProject(sql, projectId, id)} for update`
  const before = await findDraft(sql, projectId, id)
  if (before.decidedAt !== null)
    throw new CallError('CONFLICT', {
      fields: { draftId: 'decided' },
      details: { by: before.decidedBy, at: before.decidedAt },
    })
  await sql`
    update ledger_drafts set decided_at = ${now}, decided_by = ${caller.userId}, is_completed = ${because === null}, discarded_because = ${because} where id = ${id}`
  const after = await findDraft(sql, projectId, id)
  await audit(sql, caller, machineNow(), { action: 'EDIT', noun: 'ledgerDraft', nounId: id, before, after })
  return after
}

const emitDraftsChanged = async ({ sql, events }: Context, projectId: number) =>
  events.emit('recordsChanged', await projectChangeEvent(sql, [projectId], 'ledgerDrafts'))

export const ledgerDraftHandlers: HandlersOf<'ledgerDrafts'> = {
  async list(input, caller, { sql, clock }) {
    await readVisibleProject(sql, caller, input.id, clock.now())
    const where = sql`d.project_id = ${input.id} and ${input.state === undefined ? sql`true` : sql`${draftState(sql)} = ${input.state}`} and ${textIn(sql, 'd.kind', input.kind)}`
    const paging = page(
      sql,
      input,
      { id: 'd.id', happenedOn: 'd.happened_on', draftedAt: 'd.drafted_at' },
      { field: 'id', order: 'desc' },
    )
    const [drafts, [count]] = await Promise.all([
      readDrafts(sql, where, paging),
      sql<{ total: number }[]>`select count(*) as total from ledger_drafts d where ${where}`,
    ])
    return listOf(drafts, count?.total ?? 0, input)
  },

  async complete({ id, draftId, happenedOn, documentId, reason }, caller, context) {
    const now = context.clock.now()
    await readVisibleProject(context.sql, caller, id, now)
    const draft = await findDraft(context.sql, id, draftId)
    const loss = { id, kind: draft.kind, animalIds: [draft.animalId], happenedOn, documentId, reason }
    await recordLoss(context, caller, loss, (sql) =>
      decide(sql, caller, { projectId: id, id: draftId, because: null, now }),
    )
    await emitDraftsChanged(context, id)
    return await findDraft(context.sql, id, draftId)
  },

  async discard({ id, draftId, reason }, caller, context) {
    const now = context.clock.now()
    await readVisibleProject(context.sql, caller, id, now)
    const draft = await inTransaction(context.sql, (sql) =>
      decide(sql, caller, { projectId: id, id: draftId, because: reason, now }),
    )
    await emitDraftsChanged(context, id)
    return draft
  },
}
