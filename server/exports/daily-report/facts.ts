import type { Alert } from '#contract/alerts/alerts.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { DailyLog } from '#contract/projects/days/dailyLogs.ts'
import type { DailyReport } from '#contract/projects/days/dailyReports.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import type { ProjectHead } from '#contract/projects/projectHeads.ts'
import type { SealedRow } from '../pdf/seals.ts'

/** Some of what there is, and how much there is in all. */
export interface Part<T> {
  list: T[]
  total: number
}

/** All that the report of a project's day tells. Instants are ISO 8601 UTC; those named `…At` or `until` without a record are epoch ms. */
export interface DailyFacts {
  /** Machine time. */
  madeAt: number
  madeBy: string
  report: DailyReport
  /** Until when it tells of the farms: the end of the day, now, or the closing of the project. */
  until: number
  parties: { supervisor: string | null; bank: string | null; borrower: string | null }
  farms: string[]
  headcount: ProjectHeadcount
  coverage: ProjectCoverage
  /** Heads that were not heard in the window, those that nothing explains first. */
  silent: Part<ProjectHead>
  /** So many days back it was looked when they were heard last; null: readings of that time are not kept any more. */
  lookedBackDays: number | null
  entries: Part<LedgerEntry>
  /** Decisions of that day; null: the reader has no part in any. */
  tickets: Part<Ticket> | null
  logs: Part<DailyLog>
  /** Those raised on that day, the gravest first; null: the reader's role looks at none. */
  alerts: Part<Alert> | null
  sealed: SealedRow[]
}
