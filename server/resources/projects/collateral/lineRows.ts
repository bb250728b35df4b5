import type { CollateralLine } from '#contract/projects/collateral.ts'
import type { Queries } from '../../../db/connect.ts'
import { type Author, audit } from '../../../records/audit.ts'
import { selectRecords } from '../../../records/select.ts'
import { first } from '../../../records/transaction.ts'
import { collateralLines } from './lines.ts'

/** A line as it is now, whoever asks. */
export async function readLine(sql: Queries, id: number): Promise<CollateralLine> {
  return first(await selectRecords(sql, collateralLines, sql`r.id = ${id}`))
}

/** Notes what an approval did to a line. */
export function auditLine(sql: Queries, by: Author, at: number, before: CollateralLine, after: CollateralLine, detail: Record<string, unknown>): Promise<void> {
  return audit(sql, by, at, { action: 'EDIT', noun: collateralLines.noun, nounId: before.id, before, after, detail })
}
