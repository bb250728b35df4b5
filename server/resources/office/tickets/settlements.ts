import type { TicketFigure } from '#contract/office/ticketFigures.ts'
import type { TicketKind } from '#contract/office/tickets.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import { readLoans } from '../../../db/projects/loanState.ts'
import { first } from '../../../records/transaction.ts'

/** What a bank was repaid and what it writes off when it closes a project: decimal texts. */
interface Settlement {
  repaid: string
  writtenOff: string
}

/**
 * Returns what a bank said of the money owed when it approves a closing, as figures to be stored with its decision.
 * @throws CallError BAD_SHAPE when money is owed and nothing is said of it, or when the amounts are not all that is owed: `details` has `owed`
 */
export async function figuresOfSettlement(
  sql: Queries,
  { kind, subjectId }: { kind: TicketKind; subjectId: number },
  settlement: Settlement | undefined,
): Promise<TicketFigure[]> {
  if (kind !== 'PROJECT_CLOSE') return []
  const { balance } = first(await readLoans(sql, [subjectId], null))
  if (settlement === undefined) {
    if (Number(balance) === 0) return []
    throw new CallError('BAD_SHAPE', { fields: { settlement: 'required' }, details: { owed: balance } })
  }
  const { repaid, writtenOff, isWhole } = first(
    await sql<(Settlement & { isWhole: boolean })[]>`
    select ${settlement.repaid}::numeric(18, 2)::text as repaid, ${settlement.writtenOff}::numeric(18, 2)::text as "writtenOff",
      ${settlement.repaid}::numeric + ${settlement.writtenOff}::numeric = ${balance}::numeric as "isWhole"`,
  )
  if (!isWhole) throw new CallError('BAD_SHAPE', { fields: { settlement: 'not_owed' }, details: { owed: balance } })
  const amounts = [
    ['repaid', repaid],
    ['writtenOff', writtenOff],
  ] as const
  return amounts.flatMap(([measure, after]) => (Number(after) > 0 ? [{ measure, before: null, after }] : []))
}
