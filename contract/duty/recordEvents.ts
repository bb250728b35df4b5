/** Events of records that an organisation's channels can report in addition to alerts. COVERAGE: a loan crossed a coverage line. TICKET: a request was decided. */
export const recordEventKinds = ['LEDGER_ENTRY', 'COVERAGE', 'TICKET', 'DAY_CLOSE'] as const
export type RecordEventKind = (typeof recordEventKinds)[number]
