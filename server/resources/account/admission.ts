import { monitorRoles } from '#contract/people/roles.ts'
import type { Sessions } from '../../auth/sessions.ts'
import type { Sql } from '../../db/connect.ts'
import type { Admission } from '../../live/viewer.ts'
import { seesWalls, visibleIds } from '../visibility.ts'

/**
 * The farms and account that the session of a token opens on a socket, by the records of now; null: there is no such session. It is no act of a person.
 * A wall of projects follows the records that who paired it may see; one that shows the monitor, what OTHERS may.
 */
export async function admit(sql: Sql, sessions: Sessions, token: string): Promise<Admission | null> {
  const caller = await sessions.authenticate(token, false)
  if (!caller) return null
  const { tokenHash, userId, role, organisationId, twoFactorDue, displayId, displayShows } = caller
  const mayMonitor = monitorRoles.some((one) => one === role) && !twoFactorDue
  return { tokenHash, userId, displayId, seesWalls: seesWalls(caller), role: twoFactorDue ? null : displayId !== null && displayShows !== 'PROJECTS' ? 'OTHERS' : role, organisationId, ...(mayMonitor ? await visibleIds(sql, caller) : { farmIds: [], projectIds: [] }) }
}
