import type { Project } from '#contract/projects/projects.ts'
import { ProjectLedger } from '../../ledger/ProjectLedger.tsx'

/** What the project counts, entry by entry, head by head and day by day. */
export function HeadcountTab({ project }: { project: Project }) {
  return <ProjectLedger id={project.id} isRunning={project.status === 'ACTIVE' || project.status === 'CLOSING'} />
}
