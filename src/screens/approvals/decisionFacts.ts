import type { TicketDetail } from '#contract/office/tickets.ts'

const figuresOf = ({ effects }: TicketDetail) => effects.flatMap(({ figures }) => figures)

/** Returns what a project owes that is asked to close, as a decimal text; null for nothing or another request. */
export function owedIn(ticket: TicketDetail): string | null {
  if (ticket.kind !== 'PROJECT_CLOSE') return null
  const owed = figuresOf(ticket).find(({ measure }) => measure === 'balance')?.before ?? null
  return Number(owed) > 0 ? owed : null
}

/** Returns the stated number of heads and the number of named animals, when a request to open a project or to add collateral differs in them. */
export function differenceIn(ticket: TicketDetail): { stated: number; named: number } | null {
  const after = (field: string) => ticket.changes.find((change) => change.field === field)?.after
  const figure = (of: string) => figuresOf(ticket).find(({ measure, line }) => measure === of && !line)?.after
  const [stated, named] =
    ticket.kind === 'PROJECT_OPEN'
      ? [figure('contracted'), figure('ledger')]
      : ticket.kind === 'COLLATERAL_CHANGE' && after('collateralChange') === 'ADD'
        ? [after('quantity'), after('headsAsked')]
        : []
  if (stated == null || named == null || Number(stated) === Number(named)) return null
  return { stated: Number(stated), named: Number(named) }
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** How the bank says that money owed was settled. `repaid` is the amount in words of the bank when it was repaid in part. */
export interface SettlementDraft {
  as: 'REPAID' | 'WRITTEN_OFF' | 'PARTLY' | null
  repaid: string
}

/** Returns the settlement of the money owed; null while its draft is not complete. */
export function settlementOf(
  owed: string,
  { as, repaid }: SettlementDraft,
): { repaid: string; writtenOff: string } | null {
  if (as === null) return null
  if (as === 'REPAID') return { repaid: owed, writtenOff: '0' }
  if (as === 'WRITTEN_OFF') return { repaid: '0', writtenOff: owed }
  const left = cents(owed) - cents(repaid)
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(repaid) || left < 0) return null
  return { repaid, writtenOff: (left / 100).toFixed(2) }
}
