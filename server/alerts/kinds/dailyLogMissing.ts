import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { RunningProject } from '../../db/projects/farmFinance.ts'
import { lastDue } from '../../farmDays.ts'
import type { FarmHerd } from '../../herd/registry.ts'
import type { ProjectKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

type Facts = Pick<FarmHerd, 'timeZone'> & Pick<RunningProject, 'startsOn' | 'loggedOn'> & { now: number }

/** A day counts once its log is due and the project has started. A log of a later day also clears the alert. */
export function evaluate(
  { startsOn, loggedOn, timeZone, now }: Facts,
  { dueMinuteOfDay }: RuleParameters<'DAILY_LOG_MISSING'>,
): Verdict {
  const due = lastDue(now, timeZone, dueMinuteOfDay)
  if (startsOn > due.day) return hold
  const detail = () => ({ day: due.day })
  return loggedOn === null || loggedOn < due.day ? atLevel('raise', detail, due.at) : atLevel('clear', detail)
}

/** A project's daily log for a farm is overdue. */
export const dailyLogMissing: ProjectKind<'DAILY_LOG_MISSING'> = {
  about: 'PROJECT',
  looksAt: [],
  isIndependent: true,
  judgeProject: ({ herd: { timeZone } }, { startsOn, loggedOn }, parameters, now) =>
    evaluate({ startsOn, loggedOn, timeZone, now }, parameters),
}
