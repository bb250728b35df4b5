import { z } from 'zod'
import { monitorRoles, organisationAdminRoles, type Role } from './roles.ts'

/** Screens of a wall: the monitor of farms, or that of projects. */
export const wallScreens = ['MONITOR', 'PROJECTS'] as const
export const wallScreenSchema = z.enum(wallScreens)
export type WallScreen = z.infer<typeof wallScreenSchema>

/** Roles that see a screen themselves. Nobody may pair a wall for a screen that they cannot see. */
const wallScreenRoles = { MONITOR: monitorRoles, PROJECTS: organisationAdminRoles } as const satisfies Record<
  WallScreen,
  readonly Role[]
>

/** Whether a role may see a wall's screen. Users without a role count as OTHERS. */
export function maySeeOnWall(shows: WallScreen, role: Role | null): boolean {
  return wallScreenRoles[shows].some((one) => one === (role ?? 'OTHERS'))
}
