import { alertFigure } from '#contract/alerts/alertFigures.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import { byRisk, type ProjectRisk, riskOf } from '#contract/projects/monitor/projectRisks.ts'
import { alertConcernsProject } from '../../../entities/alerts/alertOfProject.ts'

/** A project of the list with the reason for its rank. */
export interface RiskRow {
  project: WatchedProject
  risk: ProjectRisk
  /** Open critical alerts on its farms. */
  critical: number
  /** Earliest end of insurance that alerts report on its farms; null without such alerts. */
  insuredUntil: string | null
}

/** Returns the projects by risk, with the current alerts. */
export function riskRows(projects: readonly WatchedProject[], alerts: readonly Alert[]): RiskRow[] {
  const ofFarms = Map.groupBy(
    alerts.filter((alert) => alert.severity === 'CRITICAL' || insuredUntilOf(alert) !== null),
    ({ farmId }) => farmId,
  )
  return projects
    .map((project) => {
      const own = project.farmIds
        .flatMap((farmId) => ofFarms.get(farmId) ?? [])
        .filter((alert) => alertConcernsProject(alert, project))
      const critical = own.filter(({ severity }) => severity === 'CRITICAL').length
      const [insuredUntil = null] = own
        .map(insuredUntilOf)
        .filter((day) => day !== null)
        .toSorted()
      return {
        project,
        critical,
        insuredUntil,
        risk: riskOf(project, { critical, insuranceEnds: insuredUntil !== null }),
        id: project.id,
        ratio: project.ratio,
      }
    })
    .toSorted(byRisk)
    .map(({ project, critical, insuredUntil, risk }) => ({ project, critical, insuredUntil, risk }))
}

function insuredUntilOf(alert: Alert): string | null {
  const figure = alertFigure(alert)
  return figure?.figure === 'insuredUntil' ? String(figure.values['day']) : null
}

/** Returns the upper end of coverage bars, common to all projects so that they can be compared. */
export function barEnd(projects: readonly Pick<WatchedProject, 'warningLine'>[]): number {
  return 1.6 * Math.max(1, ...projects.map(({ warningLine }) => Number(warningLine)))
}
