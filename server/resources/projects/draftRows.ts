import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { EntryKind } from '#contract/projects/ledgerEntries.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { type Author, auditAll } from '../../records/audit.ts'

type Stored = Omit<LedgerDraft, 'draftedAt' | 'decidedAt'> & { draftedAt: number; decidedAt: number | null }

/** Selects the state of a draft `d`. */
export function draftState(sql: Queries): Fragment {
  return sql`(case when d.decided_at is null then 'OPEN' when d.is_completed then 'COMPLETED' else 'DISCARDED' end)`
}

/** Reads drafts `d`. */
export async function readDrafts(sql: Queries, condition: Fragment, end: Fragment): Promise<LedgerDraft[]> {
  const rows = await sql<Stored[]>`
    select d.id, d.kind, d.animal_id as "animalId", a.visual_tag as "visualTag", d.alert_id as "alertId", d.happened_on::text as "happenedOn", d.reason,
      u.display_name as "draftedBy", d.drafted_at as "draftedAt", d.decided_at as "decidedAt", who.display_name as "decidedBy", ${draftState(sql)} as state,
      d.discarded_because as "discardedBecause"
    from ledger_drafts d join animals a on a.id = d.animal_id join users u on u.id = d.drafted_by left join users who on who.id = d.decided_by
    where ${condition} ${end}`
  return rows.map(({ draftedAt, decidedAt, ...row }) => ({
    ...row,
    draftedAt: toInstant(draftedAt),
    decidedAt: decidedAt === null ? null : toInstant(decidedAt),
  }))
}

interface Removal {
  pledgeIds: readonly number[]
  kind: EntryKind
  reason: string
}

/**
 * Decides the open drafts of heads that entries remove: an entry of the draft's kind completes it, any other discards it with the entry's
 * reason. Otherwise a draft about a head that has left would stay open for ever.
 * @param now herd time, epoch ms
 * @returns whether a draft was decided
 */
export async function settleDrafts(
  sql: Queries,
  caller: Author,
  removals: readonly Removal[],
  now: number,
): Promise<boolean> {
  const heads = removals.flatMap(({ pledgeIds, kind, reason }) =>
    pledgeIds.map((pledgeId) => ({ pledgeId, kind, reason })),
  )
  // A draft names the person who decided it.
  if (heads.length === 0 || caller.userId === 0) return false
  const removed = sql`
    select p.project_id, p.animal_id, h.kind, h.reason from unnest(${heads.map(({ pledgeId }) => pledgeId)}::bigint[], ${heads.map(({ kind }) => kind)}::text[],
      ${heads.map(({ reason }) => reason)}::text[]) as h (pledge_id, kind, reason) join pledges p on p.id = h.pledge_id`
  const open = await sql<{ id: number }[]>`
    select d.id from ledger_drafts d join (${removed}) h on h.project_id = d.project_id and h.animal_id = d.animal_id
    where d.decided_at is null order by d.id for update of d`
  if (open.length === 0) return false
  const chosen = sql`d.id = any(${open.map(({ id }) => id)}::bigint[])`
  const before = await readDrafts(sql, chosen, sql`order by d.id`)
  await sql`
    update ledger_drafts d set decided_at = ${now}::timestamptz, decided_by = ${caller.userId}::bigint, is_completed = d.kind = h.kind,
      discarded_because = case when d.kind <> h.kind then h.reason end
    from (${removed}) h where h.project_id = d.project_id and h.animal_id = d.animal_id and ${chosen}`
  const after = await readDrafts(sql, chosen, sql`order by d.id`)
  const beforeById = new Map(before.map((draft) => [draft.id, draft]))
  await auditAll(
    sql,
    caller,
    machineNow(),
    after.map((draft) => {
      const was = beforeById.get(draft.id) ?? draft
      return { action: 'EDIT', noun: 'ledgerDraft', nounId: draft.id, before: was, after: draft }
    }),
  )
  return true
}
