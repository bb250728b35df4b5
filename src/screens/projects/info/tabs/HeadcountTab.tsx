import { ProjectLedger } from '../../ledger/ProjectLedger.tsx'
import type { ProjectPart } from '../../past/moments.ts'

/** The counts of the project, entry by entry, head by head and day by day. */
export function HeadcountTab({ project: { id, status }, moment }: ProjectPart) {
  return <ProjectLedger id={id} status={status} moment={moment} />
}
