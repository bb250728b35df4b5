import type { RecordEventKind } from '#contract/duty/recordEvents.ts'

/** Ids of the texts that name an event of a record. */
export const recordSubjects = {
  LEDGER_ENTRY: 'record.LEDGER_ENTRY',
  COVERAGE: 'record.COVERAGE',
  TICKET: 'record.TICKET',
  DAY_CLOSE: 'record.DAY_CLOSE',
} as const satisfies Record<RecordEventKind, string>
