import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Author } from '../../../records/audit.ts'
import type { Posting } from '../ledger.ts'
import { type Cause, claimAnimals, endPledges, endClaims, notePrices, pledgeClaims } from './claims.ts'
import { turnLines } from './lineRows.ts'

/** Maximum ear tags listed in an error. */
const maxTagsListed = 20

/** A request to open a project, when it is raised or ends. */
interface Request {
  projectId: number
  ticketId: number
  by: Author
  /** Herd time, epoch ms. */
  now: number
}

/**
 * Claims the animals of a project's draft lines when its opening is requested. No other project can pledge them from then on.
 * @returns number of animals claimed
 * @throws CallError PLEDGED when one is pledged already; CONFLICT when one has left the herd or the project's farms
 */
export async function claimDrafts(sql: Queries, { projectId, ticketId, by, now }: Request): Promise<number> {
  const drafts = await sql<{ lineId: number; animalId: number; tag: string; isThere: boolean }[]>`
    select d.line_id as "lineId", d.animal_id as "animalId", a.visual_tag as tag, (a.deleted_at is null and a.status = 'IN_HERD'
      and exists (select from project_farms pf where pf.project_id = l.project_id and pf.farm_id = a.farm_id)) as "isThere"
    from collateral_drafts d join collateral_lines l on l.id = d.line_id join animals a on a.id = d.animal_id
    where l.project_id = ${projectId} and l.status = 'DRAFT' and l.deleted_at is null order by d.animal_id`
  const departedTags = drafts.filter(({ isThere }) => !isThere).map(({ tag }) => tag)
  if (departedTags.length > 0)
    throw new CallError('CONFLICT', {
      fields: { collateral: 'not_in_herd' },
      details: { tags: departedTags.slice(0, maxTagsListed).join('\n'), count: String(departedTags.length) },
    })
  await claimAnimals(sql, { projectId, ticketId, now, claims: drafts })
  await turnLines(sql, by, sql`r.project_id = ${projectId} and r.status = 'DRAFT'`, 'PENDING', { ticketId }, now)
  return drafts.length
}

/** Pledges the claimed animals when a project's opening is approved, as the OPENING entries of its ledger. */
export async function openCollateral(posting: Posting, projectId: number, cause: Cause): Promise<void> {
  const { sql, caller } = posting
  const lineIds = await turnLines(
    sql,
    caller,
    sql`r.project_id = ${projectId} and r.status = 'PENDING'`,
    'ACTIVE',
    cause,
    posting.now,
  )
  await pledgeClaims(posting, 'OPENING', cause)
  await notePrices(posting, lineIds, cause)
  await sql`delete from collateral_drafts where line_id = any(${lineIds}::bigint[])`
}

/** Ends the claims when a project's opening is rejected or withdrawn. Its lines become drafts again and keep their drafted animals. */
export async function draftAgain(
  sql: Queries,
  { projectId, ticketId, by, now }: Request,
  end: 'REFUSED' | 'WITHDRAWN',
): Promise<void> {
  await endClaims(sql, ticketId, end, now)
  await turnLines(sql, by, sql`r.project_id = ${projectId} and r.status = 'PENDING'`, 'DRAFT', { ticketId }, now)
}

/** Ends all pledges and claims of a project when it closes. @returns ids of the animals that are free now */
export async function closeCollateral(posting: Posting, projectId: number, cause: Cause): Promise<number[]> {
  const { sql, caller } = posting
  const freed = await endPledges(posting, sql`p.project_id = ${projectId}`, { end: 'CLOSED', kind: 'RELEASE' }, cause)
  await turnLines(sql, caller, sql`r.project_id = ${projectId} and r.status <> 'ENDED'`, 'ENDED', cause, posting.now)
  return freed
}
