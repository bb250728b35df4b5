import type { WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import { maxWatchedProjects } from '#contract/projects/monitor/projectMonitor.ts'
import { byRisk, riskOf } from '#contract/projects/monitor/projectRisks.ts'
import { toInstant } from '../../../clock.ts'
import { dayAt } from '../../../farmDays.ts'
import type { HandlersOf } from '../../../handler.ts'
import { newestSeal } from '../../seals/newestSeal.ts'
import { instantOrNull } from '../../values.ts'
import { type Figures, figuresOf } from '../headcount/projectFigures.ts'
import { readDone } from './doneRows.ts'
import { readDays, readPosted, readRunning, type Running } from './monitorRows.ts'
import { totalsOf } from './monitorTotals.ts'

export const projectMonitorHandlers: HandlersOf<'projectMonitor'> = {
  async shown(_input, caller, context) {
    const { sql, clock } = context
    const now = clock.now()
    const running = await readRunning(sql, caller, now)
    const ids = running.map(({ id }) => id)
    const [figures, days, posted, done, seal] = await Promise.all([
      figuresOf(context, ids),
      readDays(sql, ids, now),
      readPosted(sql, ids),
      readDone(sql, caller, ids, dayAt(now, 'UTC')),
      newestSeal(sql),
    ])
    const projects = running.flatMap((project) => {
      const counted = figures.get(project.id)
      return counted === undefined ? [] : [toWatched(project, counted, now)]
    })
    const ranked = projects
      .map((project) => ({ id: project.id, ratio: project.ratio, risk: riskOf(project), project }))
      .toSorted(byRisk)
    const totals = totalsOf(projects, (id) => figures.get(id)?.exact)
    // The trend ends with the current figures.
    const present = projects.length > 0 ? [{ at: now, ledger: totals.ledger, heard: totals.heard }] : []
    return {
      at: toInstant(now),
      projects: ranked.slice(0, maxWatchedProjects).map(({ project }) => project),
      totals,
      days: [...days, ...present],
      posted,
      done,
      seal: projects.length > 0 ? seal : null,
    }
  },
}

function toWatched(project: Running, figures: Figures, now: number): WatchedProject {
  const {
    contracted,
    ledger,
    heard,
    unverified,
    unaccounted,
    windowMinutes,
    unverifiedValue,
    balance,
    warningLine,
    minimumLine,
    coverage,
  } = figures
  const { value, ratio, state, headsToCure, cashToCure } = coverage
  return {
    ...project,
    contracted,
    ledger,
    heard,
    unverified,
    unaccounted,
    windowMinutes,
    unverifiedValue,
    balance,
    value,
    ratio,
    state,
    warningLine,
    minimumLine,
    cashToCure,
    headsToCure: headsToCure?.heads ?? null,
    lastHeardAt: instantOrNull(figures.lastHeardAt),
    priceAgeDays: priceAge(figures, dayAt(now, project.timeZone)),
  }
}

/** Returns the age of the oldest price of the lines. @param today `2026-05-01` on the project's farms @returns days; null without lines */
function priceAge({ lines }: Figures, today: string): number | null {
  const [oldest] = lines.map(({ pricedOn }) => pricedOn).toSorted()
  return oldest === undefined
    ? null
    : Math.max(0, Temporal.PlainDate.from(oldest).until(today, { largestUnit: 'days' }).days)
}
