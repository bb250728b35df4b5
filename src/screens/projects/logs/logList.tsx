import { endpoints } from '#contract/calls/endpoints.ts'
import type { DailyLog } from '#contract/projects/days/dailyLogs.ts'
import { describeList, type RecordList } from '../../../list/describe.ts'
import { joinParts } from '../../../locale/joins.ts'
import type { Moment } from '../past/moments.ts'
import { LogDetails } from './LogDetails.tsx'
import { LogMarks } from './LogMarks.tsx'
import { LogToolbar } from './LogToolbar.tsx'

/** Returns the list of a project's daily logs. Choosing `ALL` sends no filter. */
export function logListOf(projectId: number, moment: Moment | null): RecordList {
  return describeList(endpoints.dailyLogs.list)({
    noun: 'dailyLogs',
    titleId: 'dailyLog.list',
    countId: 'dailyLog.count',
    emptyId: 'dailyLog.empty',
    nameOf: ({ day, farmName }, intl) =>
      joinParts(intl, intl.formatDate(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }), farmName),
    sort: { field: 'day', order: 'desc' },
    fixed: { id: projectId, ...moment },
    columns: {
      day: { titleId: 'dailyLog.day', width: 110 },
      farmName: { titleId: 'dailyLog.farm', width: 140, hideOrder: 3 },
      monitorStatus: {
        titleId: 'dailyLog.status',
        width: 100,
        words: (status) => `monitorStatus.${status}`,
        tone: (status) => (status === 'ABNORMAL' ? 'major' : 'neutral'),
      },
      handCount: { titleId: 'dailyLog.handCount', width: 100, hideOrder: 5 },
      text: { titleId: 'dailyLog.text', width: 220, hideOrder: 2 },
      photoCount: { titleId: 'dailyLog.photos', width: 80, hideOrder: 1 },
      author: { titleId: 'dailyLog.author', width: 110, hideOrder: 4 },
      isLate: {
        titleId: 'dailyLog.marks',
        width: 150,
        words: (isLate) => `dailyLog.late.${isLate}`,
        cell: (log: DailyLog) =>
          (log.isLate || log.correctsId !== null || log.correctedById !== null) && <LogMarks log={log} />,
      },
      writtenAt: { titleId: 'dailyLog.written', width: 160, hidden: true, zone: ({ timeZone }) => timeZone },
      receivedAt: { titleId: 'dailyLog.received', width: 160, hideOrder: 0, zone: ({ timeZone }) => timeZone },
    },
    filters: [
      {
        field: 'monitorStatus',
        titleId: 'dailyLog.status',
        words: (status) => (status === 'ALL' ? 'dailyLog.all' : `monitorStatus.${status}`),
        only: ['NORMAL', 'ABNORMAL'],
      },
    ],
    Details: ({ id, open }) => <LogDetails projectId={projectId} id={id} moment={moment} onOpen={open} />,
    ...(moment === null && { Toolbar: () => <LogToolbar projectId={projectId} /> }),
  })
}
