import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Posting } from '../ledger.ts'
import { type Cause, claimAnimals, endPledges, giveUpClaims, notePrices, pledgeClaims, setStatus } from './claims.ts'

/** Ear tags that a refusal names. */
const named = 20

/**
 * Claims what the drafted lines of a project would pledge, when its opening is asked for: from now on nobody else has it.
 * @param now herd time, epoch ms
 * @returns how many animals
 * @throws CallError PLEDGED where another pledge of one exists; CONFLICT where one left the herd or the project's farms
 */
export async function claimDrafts(sql: Queries, { projectId, ticketId, now }: { projectId: number; ticketId: number; now: number }): Promise<number> {
  const drafts = await sql<{ lineId: number; animalId: number; tag: string; isThere: boolean }[]>`
    select d.line_id as "lineId", d.animal_id as "animalId", a.visual_tag as tag, (a.deleted_at is null and a.status = 'IN_HERD'
      and exists (select from project_farms pf where pf.project_id = l.project_id and pf.farm_id = a.farm_id)) as "isThere"
    from collateral_drafts d join collateral_lines l on l.id = d.line_id join animals a on a.id = d.animal_id
    where l.project_id = ${projectId} and l.status = 'DRAFT' and l.deleted_at is null order by d.animal_id`
  const gone = drafts.filter(({ isThere }) => !isThere).map(({ tag }) => tag)
  if (gone.length > 0) throw new CallError('CONFLICT', { fields: { collateral: 'not_in_herd' }, details: { tags: gone.slice(0, named).join('\n'), count: String(gone.length) } })
  await claimAnimals(sql, { projectId, ticketId, now, claims: drafts })
  await setStatus(sql, sql`r.project_id = ${projectId} and r.status = 'DRAFT'`, 'PENDING')
  return drafts.length
}

/** Pledges what was claimed, when the opening of a project is approved: the OPENING entries of its ledger. */
export async function openCollateral(posting: Posting, projectId: number, cause: Cause): Promise<void> {
  const { sql } = posting
  const lineIds = await setStatus(sql, sql`r.project_id = ${projectId} and r.status = 'PENDING'`, 'ACTIVE')
  await pledgeClaims(posting, 'OPENING', cause)
  await notePrices(posting, lineIds, cause)
  await sql`delete from collateral_drafts where line_id = any(${lineIds}::bigint[])`
}

/** Frees what was claimed, when the opening of a project is rejected or withdrawn; its lines are drafts again, with their animals. @param now herd time, epoch ms */
export async function draftAgain(sql: Queries, projectId: number, ticketId: number, end: 'REFUSED' | 'WITHDRAWN', now: number): Promise<void> {
  await giveUpClaims(sql, ticketId, end, now)
  await setStatus(sql, sql`r.project_id = ${projectId} and r.status = 'PENDING'`, 'DRAFT')
}

/** Frees everything that a project has, when it is closed. @returns the animals that are free now */
export async function closeCollateral(posting: Posting, projectId: number, cause: Cause): Promise<number[]> {
  const { sql } = posting
  const freed = await endPledges(posting, sql`p.project_id = ${projectId}`, { end: 'CLOSED', kind: 'RELEASE' }, cause)
  await setStatus(sql, sql`r.project_id = ${projectId} and r.status <> 'ENDED'`, 'ENDED')
  return freed
}
