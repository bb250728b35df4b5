import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { RunningProject } from '../../db/projects/farmFinance.ts'
import { lastDue } from '../../farmDays.ts'
import type { FarmHerd } from '../../herd/registry.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

type Facts = Pick<FarmHerd, 'timeZone'> & { projects: readonly Pick<RunningProject, 'code' | 'startsOn' | 'loggedOn'>[]; now: number }

/** A day counts once it is due and its project has begun. A log of a later day shows that somebody is there again. */
export function evaluate({ projects, timeZone, now }: Facts, { dueMinuteOfDay }: RuleParameters<'DAILY_LOG_MISSING'>): Verdict {
  const due = lastDue(now, timeZone, dueMinuteOfDay)
  const begun = projects.filter(({ startsOn }) => startsOn <= due.day)
  const missing = begun.filter(({ loggedOn }) => loggedOn === null || loggedOn < due.day)
  const detail = () => ({ day: due.day, projects: missing.map(({ code }) => code).join('\n') })
  if (missing.length > 0) return atLevel('raise', detail, due.at)
  return begun.length > 0 ? atLevel('clear', detail) : hold
}

/** Nobody wrote of a farm's day in time: one alert a farm, however many projects miss it. */
export const dailyLogMissing: FarmKind<'DAILY_LOG_MISSING'> = {
  about: 'FARM',
  looksAt: [],
  standsAlone: true,
  *judgeAll({ herd }, parameters, now) {
    const { id, name, projects, timeZone } = herd
    if (projects.length === 0) return
    yield { subjectId: id, subjectName: name, penId: null, verdict: evaluate({ projects, timeZone, now }, parameters) }
  },
  obsolete: ({ herd }) => (herd.projects.length === 0 ? 'NO_RUNNING_PROJECT' : null),
}
