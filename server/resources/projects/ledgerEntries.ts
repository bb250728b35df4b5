import type { LedgerEntry, ledgerEntryEndpoints } from '#contract/projects/ledgerEntries.ts'
import { documentDueMs, documentedKinds, lateAfterMs, lossKinds } from '#contract/projects/ledgerEntries.ts'
import type { Parsed, Reply } from '#contract/calls/endpoint.ts'
import { pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { changeRecords } from '../../records/batch.ts'
import { textIn, between, contains, idIn, listOf, page } from '../../records/page.ts'
import { first } from '../../records/transaction.ts'
import { requireReferences, transact } from '../../records/write.ts'
import { reference } from '../../records/describe.ts'
import { ownDocuments } from '../files/fileOwners.ts'
import { animals } from '../herd/animals.ts'
import { setAnimalStatus } from '../herd/animals/animalMoves.ts'
import { type Posting, postEntries, statusOfLoss } from './ledger.ts'
import { happenedAndRecordedAsOf } from './past/asOf.ts'
import { resolveProjectAsOf } from './past/projectThen.ts'
import { readVisibleProject } from './projectAccess.ts'
import { instantOrNull } from '../values.ts'
import { notifyBanks } from '../herd/collateralNotices.ts'

type Stored = Omit<LedgerEntry, 'happenedAt' | 'recordedAt' | 'documentDueAt'> & {
  happenedAt: number
  recordedAt: number
  documentDueAt: number | null
}

/** Kinds that are recorded at once, whose document may follow. */
const followedKinds = ['DEATH', 'THEFT', 'CORRECTION'] as const

/** Lists the entries of a project's ledger, as its list call returns them. */
export async function listEntries(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  input: Parsed<typeof ledgerEntryEndpoints.list>,
): Promise<Reply<typeof ledgerEntryEndpoints.list>> {
  const { sql } = context
  const { project, asOf } = await resolveProjectAsOf(context, caller, input)
  const isLate = sql`e.recorded_at - e.happened_at > ${lateAfterMs}::int * interval '1 ms'`
  const ofTag = sql`exists (
    select from ledger_heads h join pledges p on p.id = h.pledge_id join animals a on a.id = p.animal_id
    where h.entry_id = told.id and (${contains(sql, 'a.visual_tag', input.tag)} or ${contains(sql, 'a.electronic_tag', input.tag)}))`
  // The running balance covers all earlier entries, even when the filter hides them.
  const entries = sql`(
    select e.*, (sum(e.heads) over (order by e.id))::int as balance, ${isLate} as is_late from ledger_entries e
    where e.project_id = ${project.id} and ${happenedAndRecordedAsOf(sql, asOf, 'e.happened_at', 'e.recorded_at')}) told`
  const where = sql`${idIn(sql, 'told.id', input.ids)} and ${textIn(sql, 'told.kind', input.kind)} and ${between(sql, 'told.recorded_at', input.recordedFrom, input.recordedTo)}
    and ${input.isLate === undefined ? sql`true` : sql`told.is_late = ${input.isLate}`} and ${input.tag === undefined || input.tag === '' ? sql`true` : ofTag}`
  const paging = page(
    sql,
    input,
    { id: 'told.id', happenedAt: 'told.happened_at', recordedAt: 'told.recorded_at' },
    { field: 'id', order: 'desc' },
  )
  const [rows, [count]] = await Promise.all([
    sql<Stored[]>`
      select told.id, told.kind, told.heads, told.balance, told.line_id as "lineId", l.category_id as "categoryId", told.reason, told.document_id as "documentId",
        told.ticket_id as "ticketId", told.corrects_id as "correctsId", u.display_name as "recordedBy", told.happened_at as "happenedAt",
        told.recorded_at as "recordedAt", told.is_late as "isLate",
        case when told.kind = any(${[...lossKinds]}::text[]) then timezone(${project.timeZone}, told.happened_at)::date::text end as "happenedOn",
        case when told.kind = any(${[...followedKinds]}::text[]) and told.document_id is null and exists (
          select from ledger_heads h join pledges p on p.id = h.pledge_id where h.entry_id = told.id
            and not exists (select from animal_documents d join files f on f.id = d.document_id where d.animal_id = p.animal_id and f.uploaded_at >= told.recorded_at))
          then told.recorded_at + ${documentDueMs}::int * interval '1 ms' end as "documentDueAt",
        coalesce((select sum(abs(c.heads))::int from ledger_entries c where c.corrects_id = told.id and ${happenedAndRecordedAsOf(sql, asOf, 'c.happened_at', 'c.recorded_at')}), 0) as corrected,
        array(select a.visual_tag from (select pledge_id from ledger_heads where entry_id = told.id order by pledge_id limit 10) h
          join pledges p on p.id = h.pledge_id join animals a on a.id = p.animal_id order by p.id) as tags
      from ${entries} join collateral_lines l on l.id = told.line_id left join users u on u.id = told.recorded_by where ${where} ${paging}`,
    sql<{ total: number }[]>`select count(*) as total from ${entries} where ${where}`,
  ])
  const list = rows.map((row) => ({
    ...row,
    happenedAt: toInstant(row.happenedAt),
    recordedAt: toInstant(row.recordedAt),
    documentDueAt: instantOrNull(row.documentDueAt),
  }))
  return listOf(list, count?.total ?? 0, input)
}

export const ledgerEntryHandlers: HandlersOf<'ledgerEntries'> = {
  list: (input, caller, context) => listEntries(context, caller, input),

  add: (input, caller, context) => recordLoss(context, caller, input),

  async correct(input, caller, context) {
    const { clock, events } = context
    const now = clock.now()
    return transact(context, async ({ sql, afterCommit }) => {
      const { id } = await readVisibleProject(sql, caller, input.id, now)
      await requireReferences(sql, attached, caller, null, { documentId: input.documentId })
      const posting: Posting = { sql, caller, context: { events }, now, afterCommit }
      const { changed, tags } = await correctEntry(posting, id, input)
      const farms = await sql<{ id: number }[]>`select farm_id as id from project_farms where project_id = ${id}`
      await notifyBanks(
        { sql, caller, context, afterCommit },
        farms.map((farm) => farm.id),
        'COLLATERAL_LEDGER',
        (_farmIds, projectId) =>
          projectId === id
            ? { count: String(changed), tags: tags.slice(0, 10).join('\n'), comment: input.reason }
            : null,
      )
      return { changed }
    })
  },
}

/**
 * Records a loss of pledged heads: they leave the herd and the ledger.
 * @param within extra work in the same transaction, before anything changes
 */
export async function recordLoss(
  context: Context,
  caller: Caller,
  input: Parsed<typeof ledgerEntryEndpoints.add>,
  within: (sql: Queries) => Promise<unknown> = async () => {},
): Promise<{ changed: number }> {
  const { id, kind, animalIds, happenedOn, documentId = null, reason } = input
  await readVisibleProject(context.sql, caller, id, context.clock.now())
  if (documentId === null && documentedKinds.includes(kind))
    throw new CallError('BAD_SHAPE', { fields: { documentId: 'required' } })
  const ids = [...new Set(animalIds)]
  await requireReferences(context.sql, attached, caller, null, { documentId })
  await requireHeads(context.sql, id, ids)
  const work = setAnimalStatus({ ids, status: statusOfLoss[kind], leftOn: happenedOn, documentId, reason })
  const changed = await changeRecords(context, animals, caller, { ids, reason }, async (change, before) => {
    await within(change.sql)
    await requireCounted(change.sql, id, ids)
    return work(change, before)
  }).catch(inInputFields)
  return { changed }
}

const attached = { fields: { documentId: reference('document_id', ownDocuments) }, inputs: {} }

/** @throws CallError BAD_SHAPE when an animal is not pledged to the project */
async function requireHeads(sql: Queries, projectId: number, animalIds: readonly number[]): Promise<void> {
  const [pledged] = await sql<{ count: number }[]>`
    select count(*) from pledges where project_id = ${projectId} and animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null`
  if (pledged?.count !== animalIds.length) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
}

/** Locks the pledges of some heads. @throws CallError CONFLICT when the ledger no longer counts one of them */
async function requireCounted(sql: Queries, projectId: number, animalIds: readonly number[]): Promise<void> {
  const counted = await sql`
    select from pledges where project_id = ${projectId} and animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null and is_counted
    order by id for no key update`
  if (counted.length !== animalIds.length) throw new CallError('CONFLICT', { fields: { animalIds: 'counted' } })
}

/** Renames the field of an error about animals to the field of this call. */
function inInputFields(error: unknown): never {
  // Sales and slaughters of pledged heads follow a release that the bank approves.
  if (error instanceof CallError && error.code === 'PLEDGED' && error.fields?.['status'] !== undefined)
    throw new CallError('PLEDGED', { fields: { kind: 'release_first' }, cause: error })
  if (error instanceof CallError && error.fields?.['leftOn'] !== undefined)
    throw new CallError(error.code, { fields: { happenedOn: error.fields['leftOn'] } })
  throw error
}

/**
 * Counts heads again that an entry removed.
 * @returns number and ear tags of corrected heads
 * @throws CallError NOT_FOUND; PLEDGED for heads that the entry added, because the bank must agree to their release; BAD_SHAPE for heads outside the entry or the herd; CONFLICT for heads with a later entry
 */
async function correctEntry(
  posting: Posting,
  projectId: number,
  input: Parsed<typeof ledgerEntryEndpoints.correct>,
): Promise<{ changed: number; tags: string[] }> {
  const { sql, now } = posting
  const entry = first(
    await sql<{ id: number; lineId: number; heads: number }[]>`
    select id, line_id as "lineId", heads from ledger_entries where id = ${input.entryId} and project_id = ${projectId}`,
  )
  const paging = input.animalIds === undefined ? null : [...new Set(input.animalIds)]
  const heads = await sql<{ pledgeId: number; tag: string; status: string; isNewest: boolean }[]>`
    select p.id as "pledgeId", a.visual_tag as tag, a.status, not exists (select from ledger_heads later where later.pledge_id = p.id and later.entry_id > h.entry_id) as "isNewest"
    from ledger_heads h join pledges p on p.id = h.pledge_id join animals a on a.id = p.animal_id
    where h.entry_id = ${entry.id} and (${paging === null} or a.id = any(${paging ?? []}::bigint[])) order by p.id for no key update of p`
  if (paging !== null && heads.length !== paging.length)
    throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
  if (entry.heads > 0) throw new CallError('PLEDGED', { fields: { entryId: 'consent' } })
  const wrong = paging === null ? heads.filter(({ isNewest }) => isNewest) : heads
  if (wrong.length === 0 || wrong.some(({ isNewest }) => !isNewest))
    throw new CallError('CONFLICT', { fields: { animalIds: 'counted' } })
  // A head recorded as dead is counted again by returning the animal to the herd, not by a correction.
  if (wrong.some(({ status }) => !pledgedStatuses.some((one) => one === status)))
    throw new CallError('BAD_SHAPE', { fields: { animalIds: 'not_in_herd' } })
  const pledgeIds = wrong.map(({ pledgeId }) => pledgeId)
  const { documentId = null, reason } = input
  await postEntries(posting, [
    {
      projectId,
      lineId: entry.lineId,
      kind: 'CORRECTION',
      pledgeIds,
      adds: true,
      documentId,
      reason,
      correctsId: entry.id,
      happenedAt: now,
    },
  ])
  return { changed: wrong.length, tags: wrong.map(({ tag }) => tag) }
}
