import type { EntryKind } from '#contract/projects/ledgerEntries.ts'
import type { PledgeEnd } from '#contract/projects/pledges.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { postEntries, type Posting } from '../ledger.ts'
import { pledgedElsewhere } from './chosenAnimals.ts'

/** The reason for a change to pledges, as recorded in the ledger. */
export interface Cause {
  ticketId: number
  reason: string
  documentId?: string | null
}

/**
 * Claims animals for lines of a project while a ticket is pending. The unique index `pledges_live` decides between concurrent claims:
 * the second waits for the first and is rejected if that one commits.
 * @param now herd time, epoch ms
 * @throws CallError PLEDGED when another pledge or claim of an animal exists
 */
export async function claimAnimals(
  sql: Queries,
  {
    projectId,
    ticketId,
    now,
    claims,
  }: { projectId: number; ticketId: number; now: number; claims: readonly { lineId: number; animalId: number }[] },
): Promise<void> {
  const animalIds = claims.map(({ animalId }) => animalId)
  await sql`select from animals where id = any(${animalIds}::bigint[]) order by id for no key update`
  // Inserts in id order, so that two claims of the same animals cannot deadlock.
  const made = await sql<{ id: number }[]>`
    insert into pledges (animal_id, project_id, line_id, ticket_id, claimed_at)
    select animal_id, ${projectId}, line_id, ${ticketId}, ${now}::timestamptz
    from unnest(${animalIds}::bigint[], ${claims.map(({ lineId }) => lineId)}::bigint[]) as c (animal_id, line_id) order by animal_id
    on conflict (animal_id) where ended_at is null do nothing returning animal_id as id`
  if (made.length === claims.length) return
  const free = new Set(made.map(({ id }) => id))
  const unavailable = await sql<{ tag: string }[]>`
    select visual_tag as tag from animals where id = any(${animalIds.filter((id) => !free.has(id))}::bigint[]) order by id`
  throw pledgedElsewhere(unavailable.map(({ tag }) => tag))
}

/** Whether the animal `a` of a claim `p` could be pledged now: it is in the herd and on one of the project's farms. */
export function claimStands(sql: Queries): Fragment {
  return sql`(a.deleted_at is null and a.status in ('IN_HERD', 'MISSING')
    and exists (select from project_farms pf where pf.project_id = p.project_id and pf.farm_id = a.farm_id))`
}

/** Builds the condition for the pending claims `p` of a ticket. */
function claimsOf(sql: Queries, ticketId: number): Fragment {
  return sql`p.ticket_id = ${ticketId} and p.pledged_at is null and p.ended_at is null`
}

interface Heads {
  id: number
  projectId: number
  lineId: number
}

/** Posts one ledger entry for each line. */
async function post(
  posting: Posting,
  heads: readonly Heads[],
  { kind, adds }: { kind: EntryKind; adds: boolean },
  cause: Cause,
): Promise<void> {
  const byLine = [...Map.groupBy(heads, ({ lineId }) => lineId)].toSorted(([one], [other]) => one - other)
  const entries = byLine.map(([lineId, lineHeads]) => {
    const pledgeIds = lineHeads.map(({ id }) => id).toSorted((one, other) => one - other)
    return { ...cause, lineId, projectId: lineHeads[0]?.projectId ?? 0, kind, adds, pledgeIds, happenedAt: posting.now }
  })
  await postEntries(posting, entries)
}

/**
 * Turns the claims of a ticket into pledges, with one ledger entry for each line. Claims of animals that have since left the herd or the
 * project's farms end.
 * @returns number of heads pledged
 */
export async function pledgeClaims(posting: Posting, kind: EntryKind, cause: Cause): Promise<number> {
  const { sql, now } = posting
  const claims = claimsOf(sql, cause.ticketId)
  await sql`select from animals where id in (select p.animal_id from pledges p where ${claims}) order by id for no key update`
  await sql`
    update pledges p set ended_at = ${now}, end_reason = 'REFUSED' from animals a
    where ${claims} and a.id = p.animal_id and not ${claimStands(sql)}`
  const pledged = await sql<Heads[]>`
    update pledges p set pledged_at = ${now} where ${claims} returning p.id, p.project_id as "projectId", p.line_id as "lineId"`
  await post(posting, pledged, { kind, adds: true }, cause)
  return pledged.length
}

/** Ends the claims of a rejected or withdrawn ticket. @param now herd time, epoch ms */
export async function endClaims(
  sql: Queries,
  ticketId: number,
  end: 'REFUSED' | 'WITHDRAWN',
  now: number,
): Promise<void> {
  await sql`update pledges p set ended_at = ${now}, end_reason = ${end} where ${claimsOf(sql, ticketId)}`
}

/**
 * Ends pledges and claims, and removes their counted heads from the ledger.
 * @param condition selects them, on `p`
 * @returns ids of the animals that are free now
 */
export async function endPledges(
  posting: Posting,
  condition: Fragment,
  { end, kind }: { end: PledgeEnd; kind: EntryKind },
  cause: Cause,
): Promise<number[]> {
  const { sql, now } = posting
  const ended = await sql<(Heads & { animalId: number; isCounted: boolean })[]>`
    select p.id, p.project_id as "projectId", p.line_id as "lineId", p.animal_id as "animalId", p.is_counted as "isCounted" from pledges p
    where p.ended_at is null and ${condition} order by p.id for no key update of p`
  await post(
    posting,
    ended.filter(({ isCounted }) => isCounted),
    { kind, adds: false },
    cause,
  )
  await sql`update pledges set ended_at = ${now}, end_reason = ${end} where id = any(${ended.map(({ id }) => id)}::bigint[])`
  return ended.map(({ animalId }) => animalId)
}

/** Stores the current prices of lines in the price history. */
export async function notePrices(
  { sql, caller, now }: Posting,
  lineIds: readonly number[],
  { ticketId }: Pick<Cause, 'ticketId'>,
): Promise<void> {
  await sql`
    insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, ticket_id, recorded_by, recorded_at)
    select id, unit_price, priced_on, price_source, haircut, ${ticketId}::bigint, ${caller.userId === 0 ? null : caller.userId}::bigint, ${now}::timestamptz
    from collateral_lines where id = any(${[...lineIds]}::bigint[]) order by id`
}

/** Sets the status of lines; the caller must write the audit entries. @returns ids of the changed lines */
export async function setStatus(
  sql: Queries,
  lines: Fragment,
  status: 'DRAFT' | 'PENDING' | 'ACTIVE' | 'ENDED',
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update collateral_lines r set status = ${status}, version = version + 1, updated_at = ${machineNow()} where ${lines} and r.deleted_at is null returning r.id`
  return rows.map(({ id }) => id)
}

/** @returns CONFLICT: the subject of the request has changed since */
export function subjectChanged(): CallError {
  return new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' } })
}
