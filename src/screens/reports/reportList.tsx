import { endpoints } from '#contract/calls/endpoints.ts'
import type { DayState } from '#contract/projects/days/dailyReports.ts'
import { fetchReport } from '../../api/files/files.ts'
import { saveFile } from '../../api/files/saveFile.ts'
import { projectReference } from '../../entities/projects/projectReference.ts'
import { Ratio } from '../../entities/projects/Ratio.tsx'
import { describeList, type Tone } from '../../list/describe.ts'
import { projectsPath } from '../../navigation/paths.ts'
import { ReportSummary } from './ReportSummary.tsx'

const stateTones: Record<DayState, Tone> = { CLOSED: 'live', OPEN: 'minor' }

/** Each day of each project, with its numbers and whether it was closed. */
export const reportList = describeList(endpoints.dailyReports.list)({
  noun: 'dailyReports',
  titleId: 'report.title',
  countId: 'report.count',
  emptyId: 'report.empty',
  next: [{ titleId: 'project.title', call: endpoints.projects.list, to: projectsPath }],
  nameOf: ({ projectCode, day }) => `${projectCode} ${day}`,
  sort: { field: 'day', order: 'desc' },
  columns: {
    day: { titleId: 'dayClose.day', width: 110 },
    projectCode: { titleId: 'project.code', width: 130 },
    projectName: { titleId: 'project.name', width: 180, hideOrder: 0, onCard: 'never' },
    state: {
      titleId: 'dayClose.title',
      width: 110,
      words: (state) => `dayState.${state}`,
      tone: (state) => stateTones[state],
    },
    contracted: { titleId: 'headcount.contracted', width: 100, hideOrder: 3, onCard: 'never' },
    ledger: { titleId: 'headcount.ledger', width: 100 },
    change: { titleId: 'ledger.change', width: 80, hideOrder: 1, onCard: 'never' },
    heard: { titleId: 'headcount.heardTitle', width: 100 },
    // A headcount is never shown without its window.
    windowMinutes: { titleId: 'dayClose.window', width: 100 },
    unverified: { titleId: 'headcount.unverified', width: 100 },
    unaccounted: { titleId: 'headcount.unaccounted', width: 120 },
    handCount: { titleId: 'dailyLog.handCount', width: 100, hideOrder: 2 },
    ratio: {
      titleId: 'coverage.title',
      width: 100,
      cell: ({ ratio }) => ratio !== null && <Ratio ratio={ratio} />,
    },
    eligibleValue: { titleId: 'coverage.valueTitle', width: 140, hidden: true },
    balance: { titleId: 'coverage.balanceTitle', width: 140, hidden: true },
    closedBy: { titleId: 'dayClose.by', width: 110, hidden: true },
    closedAt: { titleId: 'dayClose.at', width: 170, zone: ({ timeZone }) => timeZone, hidden: true },
    note: { titleId: 'dayClose.note', width: 160, hidden: true },
    root: { titleId: 'verify.root', width: 200, hidden: true },
  },
  filters: [
    { field: 'projectId', titleId: 'projectMonitor.project', of: projectReference },
    { field: 'state', titleId: 'dayClose.title', words: (state) => `dayState.${state}` },
    { from: 'from', to: 'to', titleId: 'dayClose.day' },
  ],
  actions: [
    {
      key: 'pdf',
      titleId: 'report.pdf',
      // The server makes one report at a time per user.
      isSingle: true,
      doneId: 'report.saved',
      run: async ({ id, projectCode, day }) => saveFile(await fetchReport(id), `report-${projectCode}-${day}.pdf`),
    },
  ],
  Details: ReportSummary,
})
