import type { Alert } from '#contract/alerts/alerts.ts'
import type { WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import { byRisk, type ProjectRisk, riskOf } from '#contract/projects/monitor/projectRisks.ts'

/** A project of the list, with what makes it stand where it stands. */
export interface RiskRow {
  project: WatchedProject
  risk: ProjectRisk
  /** Critical alerts that are open on its farms. */
  critical: number
}

/** The projects by risk, with the alerts of this moment. */
export function riskRows(projects: readonly WatchedProject[], alerts: readonly Alert[]): RiskRow[] {
  const ofFarms = Map.groupBy(alerts.filter(({ severity }) => severity === 'CRITICAL'), ({ farmId }) => farmId)
  return projects
    .map((project) => {
      const critical = project.farmIds.reduce((count, farmId) => count + (ofFarms.get(farmId)?.length ?? 0), 0)
      return { project, critical, risk: riskOf(project, critical), id: project.id, ratio: project.ratio }
    })
    .toSorted(byRisk)
    .map(({ project, critical, risk }) => ({ project, critical, risk }))
}

/** How far bars of coverage reach: the same for all, so that they can be held against one another. */
export function barEnd(projects: readonly Pick<WatchedProject, 'warningLine'>[]): number {
  return 1.6 * Math.max(1, ...projects.map(({ warningLine }) => Number(warningLine)))
}
