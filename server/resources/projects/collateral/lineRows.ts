import type { CollateralLine } from '#contract/projects/collateral.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { atHerdTime, type AuditTime, type Author, audit, auditAll } from '../../../records/audit.ts'
import { selectRecords } from '../../../records/select.ts'
import { first } from '../../../records/transaction.ts'
import { type Cause, setStatus } from './claims.ts'
import { collateralLines } from './lines.ts'

/** Reads a line in its current state, without an access check. */
export async function readLine(sql: Queries, id: number): Promise<CollateralLine> {
  return first(await selectRecords(sql, collateralLines, sql`r.id = ${id}`))
}

/** Writes the audit entry of an approved change to a line. */
export function auditLine(
  sql: Queries,
  by: Author,
  at: AuditTime,
  before: CollateralLine,
  after: CollateralLine,
  detail: Record<string, unknown>,
): Promise<void> {
  return audit(sql, by, at, { action: 'EDIT', noun: collateralLines.noun, nounId: before.id, before, after, detail })
}

/**
 * Sets the status of lines for a ticket, with an audit entry each; past views read the earlier status from the audit.
 * @param now herd time, epoch ms
 * @returns ids of the changed lines
 */
export async function turnLines(
  sql: Queries,
  by: Author,
  lines: Fragment,
  status: CollateralLine['status'],
  detail: Pick<Cause, 'ticketId'> & Partial<Cause>,
  now: number,
): Promise<number[]> {
  const before = await selectRecords(sql, collateralLines, sql`r.deleted_at is null and ${lines}`, {
    end: sql`order by r.id`,
  })
  const ids = before.map(({ id }) => id)
  await setStatus(sql, sql`r.id = any(${ids}::bigint[])`, status)
  const after = await selectRecords(sql, collateralLines, sql`r.id = any(${ids}::bigint[])`, {
    end: sql`order by r.id`,
  })
  await auditAll(
    sql,
    by,
    atHerdTime(now),
    before.map((was, place) => ({
      action: 'EDIT',
      noun: collateralLines.noun,
      nounId: was.id,
      before: was,
      after: after[place] ?? was,
      detail,
    })),
  )
  return ids
}
