import type { Project } from '#contract/projects/projects.ts'
import { DailyLogs } from '../../logs/DailyLogs.tsx'

/** The daily logs of a project. */
export function LogsTab({ project: { id } }: { project: Project }) {
  return <DailyLogs projectId={id} />
}
