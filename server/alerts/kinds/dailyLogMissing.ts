import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { RunningProject } from '../../db/projects/farmFinance.ts'
import { lastDue } from '../../farmDays.ts'
import type { FarmHerd } from '../../herd/registry.ts'
import type { ProjectKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

type Facts = Pick<FarmHerd, 'timeZone'> & Pick<RunningProject, 'startsOn' | 'loggedOn'> & { now: number }

/** A day counts once it is due and the project has begun. A log of a later day shows that somebody is there again. */
export function evaluate({ startsOn, loggedOn, timeZone, now }: Facts, { dueMinuteOfDay }: RuleParameters<'DAILY_LOG_MISSING'>): Verdict {
  const due = lastDue(now, timeZone, dueMinuteOfDay)
  if (startsOn > due.day) return hold
  const detail = () => ({ day: due.day })
  return loggedOn === null || loggedOn < due.day ? atLevel('raise', detail, due.at) : atLevel('clear', detail)
}

/** Nobody wrote of a project's day on a farm in time. */
export const dailyLogMissing: ProjectKind<'DAILY_LOG_MISSING'> = {
  about: 'PROJECT',
  looksAt: [],
  standsAlone: true,
  judgeProject: ({ herd: { timeZone } }, { startsOn, loggedOn }, parameters, now) => evaluate({ startsOn, loggedOn, timeZone, now }, parameters),
}
