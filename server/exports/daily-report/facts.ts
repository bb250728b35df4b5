import type { Alert } from '#contract/alerts/alerts.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { DailyLog } from '#contract/projects/days/dailyLogs.ts'
import type { DailyReport } from '#contract/projects/days/dailyReports.ts'
import type { EntryKind, LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import type { LoanBalance } from '#contract/projects/loanBalances.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import type { ProjectHead } from '#contract/projects/projectHeads.ts'
import type { SealedRow } from '../pdf/seals.ts'

/** The first items of a list, and the total number. */
export interface Part<T> {
  list: T[]
  total: number
}

/** Heads added and removed. */
export interface DayChanges {
  gained: number
  lost: number
}

/** Who decided a step of a ticket, and for which organisation. */
export interface Decider {
  name: string
  organisation: string | null
}

/** All data of a project's daily report. Instants in records are ISO 8601 UTC; `madeAt` and `until` are epoch ms. */
export interface DailyFacts {
  /** Machine time. */
  madeAt: number
  madeBy: string
  report: DailyReport
  /** End of the reported farm data: the end of the day, now, or the project's closing. */
  until: number
  parties: { supervisor: string | null; bank: string | null; borrower: string | null }
  farms: string[]
  headcount: ProjectHeadcount
  /** Heads that were outside their farm by an alert in force, at the time of the numbers. */
  outside: number
  coverage: ProjectCoverage
  /** Heads not heard within the window, unexplained ones first. */
  silent: Part<ProjectHead>
  /** How many days back the last reading of silent heads was looked for; null when readings of that time were purged. */
  lookedBackDays: number | null
  entries: Part<LedgerEntry>
  /** Heads that entries recorded on that day added and removed. */
  changes: DayChanges
  /** Heads that entries recorded after the day was closed added and removed. The day's numbers do not contain them. Null when it was not closed. */
  changesAfterClose: DayChanges | null
  /** Balances recorded on that day. */
  balances: Part<LoanBalance>
  /** Decisions of that day; null when the reader takes part in no decisions. */
  tickets: Part<Ticket> | null
  /** Names of those who decided, with their organisations, by ticket id. */
  deciders: ReadonlyMap<number, Decider[]>
  logs: Part<DailyLog>
  /** Alerts raised on that day, most severe first; null when the reader's role sees no alerts. */
  alerts: Part<Alert> | null
  /** How the animals of these alerts left the ledger by then, by animal id. */
  departures: ReadonlyMap<number, EntryKind>
  sealed: SealedRow[]
}
