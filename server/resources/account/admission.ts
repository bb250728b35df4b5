import { monitorRoles } from '#contract/people/roles.ts'
import type { Sessions } from '../../auth/sessions.ts'
import type { Sql } from '../../db/connect.ts'
import type { LiveAccess } from '../../live/viewer.ts'
import { seesWalls, visibleIds } from '../visibility.ts'

/**
 * Returns the farms and account that a session's token opens on a socket; null when the session does not exist. It does not count as use of the
 * session.
 * A wall of projects sees the records of the user who paired it; a wall of the monitor sees those of the role OTHERS.
 */
export async function readLiveAccess(sql: Sql, sessions: Sessions, token: string): Promise<LiveAccess | null> {
  const caller = await sessions.authenticate(token, false)
  if (!caller) return null
  const { tokenHash, userId, role, organisationId, twoFactorDue, displayId, displayShows } = caller
  const mayMonitor = monitorRoles.some((one) => one === role) && !twoFactorDue
  return {
    tokenHash,
    userId,
    displayId,
    seesWalls: seesWalls(caller),
    role: twoFactorDue ? null : displayId !== null && displayShows !== 'PROJECTS' ? 'OTHERS' : role,
    organisationId,
    ...(mayMonitor ? await visibleIds(sql, caller) : { farmIds: [], projectIds: [] }),
  }
}
