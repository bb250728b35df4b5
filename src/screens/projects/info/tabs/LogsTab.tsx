import { DailyLogs } from '../../logs/DailyLogs.tsx'
import type { ProjectPart } from '../../past/moments.ts'

/** Daily logs of a project. */
export function LogsTab({ project: { id }, moment }: ProjectPart) {
  return <DailyLogs projectId={id} moment={moment} />
}
