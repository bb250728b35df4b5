import type { Alert } from '#contract/alerts/alerts.ts'

/** Returns whether an alert belongs to a project: it concerns one of its farms, but no other project's loan. */
export function alertConcernsProject(
  { farmId, subjectType, subjectId }: Pick<Alert, 'farmId' | 'subjectType' | 'subjectId'>,
  project: { id: number; farmIds: readonly number[] },
): boolean {
  return project.farmIds.includes(farmId) && (subjectType !== 'PROJECT' || subjectId === project.id)
}
