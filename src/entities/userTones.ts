import type { UserStatus } from '#contract/people/users.ts'
import type { Tone } from '../list/describe.ts'

/** Tone of each user status. */
export const userTones: Record<UserStatus, Tone> = {
  INVITED: 'unverified',
  PENDING_ACTIVATION: 'unverified',
  ACTIVE: 'neutral',
  DISABLED: 'major',
}
