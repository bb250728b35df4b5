import type { UserStatus } from '#contract/people/users.ts'
import type { Tone } from '../list/describe.ts'

/** The meaning of a user's status. */
export const userTones: Record<UserStatus, Tone> = { INVITED: 'unverified', PENDING_ACTIVATION: 'unverified', ACTIVE: 'neutral', DISABLED: 'major' }
