import { ProjectLedger } from '../../ledger/ProjectLedger.tsx'
import type { ProjectPart } from '../../past/moments.ts'

/** Headcounts of the project by entry, head and day. */
export function HeadcountTab({ project: { id, status }, moment }: ProjectPart) {
  return <ProjectLedger id={id} status={status} moment={moment} />
}
