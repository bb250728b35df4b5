import type { ProjectStatus } from '#contract/projects/projects.ts'
import type { Tone } from '../../list/describe.ts'

/** Tone of each project status. */
export const projectTones: Record<ProjectStatus, Tone> = {
  DRAFT: 'neutral',
  PENDING_APPROVAL: 'minor',
  ACTIVE: 'live',
  CLOSING: 'minor',
  CLOSED: 'neutral',
}
