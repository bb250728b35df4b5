import { useIntl } from 'react-intl'
import type { DailyLog } from '#contract/projects/days/dailyLogs.ts'
import { Tag } from '../../../list/grid/cells.tsx'

/** Warnings about a log: it arrived late, corrects another, or was corrected. */
export function LogMarks({
  log: { isLate, correctsId, correctedById },
}: {
  log: Pick<DailyLog, 'isLate' | 'correctsId' | 'correctedById'>
}) {
  const intl = useIntl()
  return (
    <span className="log-marks">
      {isLate && <Tag tone="minor">{intl.formatMessage({ id: 'dailyLog.late.true' })}</Tag>}
      {correctsId !== null && <Tag tone="neutral">{intl.formatMessage({ id: 'dailyLog.correction' })}</Tag>}
      {correctedById !== null && <Tag tone="unverified">{intl.formatMessage({ id: 'dailyLog.corrected' })}</Tag>}
    </span>
  )
}
