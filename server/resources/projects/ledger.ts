import type { AnimalStatus } from '#contract/herd/animals/animalStatuses.ts'
import { type EntryKind, lossKinds } from '#contract/projects/ledgerEntries.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import { codeOf } from '../../errorCode.ts'
import { type Author, auditAll } from '../../records/audit.ts'
import { settleDrafts } from './draftRows.ts'
import { projectChangeEvent } from './projectAccess.ts'

/** Heads that join or leave a line by one event. */
export interface NewEntry {
  projectId: number
  lineId: number
  kind: EntryKind
  /** Pledges of the heads, each once. */
  pledgeIds: readonly number[]
  /** Whether the heads are added; false removes them. */
  adds: boolean
  reason: string
  documentId?: string | null
  ticketId?: number | null
  correctsId?: number | null
  /** When it happened, herd time, epoch ms. */
  happenedAt: number
}

/** The transaction in which entries are posted, and its after-commit hook. */
export interface Posting {
  sql: Queries
  caller: Author
  context: Pick<Context, 'events'>
  /** When the entries are recorded: herd time, epoch ms. */
  now: number
  afterCommit: (work: () => void) => void
}

/**
 * Posts ledger entries, audits them and, after the commit, emits the change to the projects' parties. Open drafts about removed heads are decided.
 * Database triggers ensure that each head is added once and removed once.
 * @returns ids of the entries, in the order given
 * @throws CallError CONFLICT when a head is already counted, or not counted; the transaction is then aborted
 */
export async function postEntries(
  { sql, caller, context, now, afterCommit }: Posting,
  entries: readonly NewEntry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const lineIds = entries.map(({ lineId }) => lineId)
  // Locks lines in id order to avoid deadlocks.
  await sql`select from collateral_lines where id = any(${lineIds}::bigint[]) order by id for no key update`
  const rows = await sql<{ id: number }[]>`
    insert into ledger_entries (project_id, line_id, kind, heads, reason, document_id, ticket_id, corrects_id, recorded_by, happened_at, recorded_at)
    select project_id, line_id, kind, heads, reason, document_id, ticket_id, corrects_id, ${caller.userId === 0 ? null : caller.userId}::bigint, happened_at, ${now}::timestamptz
    from unnest(${entries.map(({ projectId }) => projectId)}::bigint[], ${lineIds}::bigint[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ pledgeIds, adds }) => (adds ? pledgeIds.length : -pledgeIds.length))}::int[], ${entries.map(({ reason }) => reason)}::text[],
      ${entries.map(({ documentId = null }) => documentId)}::uuid[], ${entries.map(({ ticketId = null }) => ticketId)}::bigint[],
      ${entries.map(({ correctsId = null }) => correctsId)}::bigint[], ${entries.map(({ happenedAt }) => happenedAt)}::timestamptz[])
      with ordinality as e (project_id, line_id, kind, heads, reason, document_id, ticket_id, corrects_id, happened_at, place) order by place
    returning id`
  const heads = entries.flatMap(({ pledgeIds }, place) =>
    pledgeIds.map((pledgeId) => ({ entryId: rows[place]?.id ?? 0, pledgeId })),
  )
  await sql`
    insert into ledger_heads (entry_id, pledge_id)
    select * from unnest(${heads.map(({ entryId }) => entryId)}::bigint[], ${heads.map(({ pledgeId }) => pledgeId)}::bigint[])`.catch(
    toLedgerConflict,
  )
  await auditAll(
    sql,
    caller,
    machineNow(),
    entries.map(({ pledgeIds, adds, ...entry }, place) => {
      const id = rows[place]?.id ?? 0
      return {
        action: 'ADD',
        noun: 'ledgerEntry',
        nounId: id,
        before: null,
        after: { id, ...entry, heads: adds ? pledgeIds.length : -pledgeIds.length },
      }
    }),
  )
  const projectIds = [...new Set(entries.map(({ projectId }) => projectId))]
  const removals = entries.filter(({ adds }) => !adds)
  if (await settleDrafts(sql, caller, removals, now)) {
    const drafts = await projectChangeEvent(sql, projectIds, 'ledgerDrafts')
    afterCommit(() => context.events.emit('recordsChanged', drafts))
  }
  const change = await projectChangeEvent(sql, projectIds)
  afterCommit(() => context.events.emit('recordsChanged', change))
  return rows.map(({ id }) => id)
}

/** Turns the error of the ledger's trigger into a CONFLICT: a head is already counted, or is not counted. */
function toLedgerConflict(error: unknown): never {
  throw codeOf(error) === 'DR006'
    ? new CallError('CONFLICT', { fields: { animalIds: 'counted' }, cause: error })
    : error
}

/** Emits a ledger change for the projects that have pledged some animals, because their figures may differ even without a new entry. */
export async function emitLedgerChanged(
  { sql, context, afterCommit }: Posting,
  animalIds: readonly number[],
): Promise<void> {
  const pledgingProjects = await sql<{ id: number }[]>`
    select distinct project_id as id from pledges where animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null`
  if (pledgingProjects.length === 0) return
  const change = await projectChangeEvent(
    sql,
    pledgingProjects.map(({ id }) => id),
  )
  afterCommit(() => context.events.emit('recordsChanged', change))
}

const kindOfStatus: Partial<Record<AnimalStatus, EntryKind>> = {
  DEAD: 'DEATH',
  STOLEN: 'THEFT',
  SOLD: 'SALE',
  SLAUGHTERED: 'SLAUGHTER',
}
export const statusOfLoss = {
  DEATH: 'DEAD',
  THEFT: 'STOLEN',
  SALE: 'SOLD',
  SLAUGHTER: 'SLAUGHTERED',
} as const satisfies Record<(typeof lossKinds)[number], AnimalStatus>

interface Loss {
  status: AnimalStatus
  /** The day in the farm's time zone, `YYYY-MM-DD`. */
  leftOn: string
  documentId: string | null
  reason: string
}

type Heads = Pick<NewEntry, 'projectId' | 'lineId' | 'pledgeIds' | 'happenedAt'>

/**
 * Removes animals that left the herd from the ledgers that count them. It happens at the end of the day on which they left, at the latest now.
 * @throws CallError BAD_SHAPE for a day before the pledge of one of them
 */
export async function postLosses(
  posting: Posting,
  animalIds: readonly number[],
  { status, leftOn, documentId, reason }: Loss,
): Promise<void> {
  const kind = kindOfStatus[status]
  if (kind === undefined) return
  const { sql, now } = posting
  const [early] = await sql`
    select from pledges p join animals a on a.id = p.animal_id join farms f on f.id = a.farm_id
    where p.animal_id = any(${[...animalIds]}::bigint[]) and p.ended_at is null and p.is_counted
      and ${leftOn}::date < timezone(f.time_zone, p.pledged_at)::date limit 1`
  if (early) throw new CallError('BAD_SHAPE', { fields: { leftOn: 'before_pledge' } })
  const lost = await sql<Heads[]>`
    select p.project_id as "projectId", p.line_id as "lineId", array_agg(p.id order by p.id) as "pledgeIds",
      greatest(p.pledged_at, least(${now}::timestamptz, timezone(f.time_zone, (${leftOn}::date + 1)::timestamp) - interval '1 ms')) as "happenedAt"
    from pledges p join animals a on a.id = p.animal_id join farms f on f.id = a.farm_id
    where p.animal_id = any(${[...animalIds]}::bigint[]) and p.ended_at is null and p.is_counted group by 1, 2, 4 order by 2, 4`
  await postEntries(
    posting,
    lost.map((heads) => ({ ...heads, kind, adds: false, documentId, reason })),
  )
}

/** Adds returned animals to their ledgers again. Each correction refers to the entry that removed the animal. */
export async function postReturns(
  posting: Posting,
  animalIds: readonly number[],
  { documentId, reason }: Pick<Loss, 'documentId' | 'reason'>,
): Promise<void> {
  const { sql, now } = posting
  const back = await sql<(Omit<Heads, 'happenedAt'> & { correctsId: number })[]>`
    select p.project_id as "projectId", p.line_id as "lineId", array_agg(p.id order by p.id) as "pledgeIds", last.id as "correctsId"
    from pledges p
    join lateral (
      select e.id, e.kind from ledger_heads h join ledger_entries e on e.id = h.entry_id where h.pledge_id = p.id order by e.id desc limit 1
    ) last on last.kind = any(${[...lossKinds]}::text[])
    where p.animal_id = any(${[...animalIds]}::bigint[]) and p.ended_at is null and p.pledged_at is not null and not p.is_counted
    group by 1, 2, 4 order by 2, 4`
  await postEntries(
    posting,
    back.map((heads) => ({ ...heads, kind: 'CORRECTION', adds: true, documentId, reason, happenedAt: now })),
  )
}
