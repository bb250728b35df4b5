import { z } from 'zod'
import { monitorRoles, organisationAdminRoles, type Role } from './roles.ts'

/** What a wall can show: the monitor of farms, or that of projects. */
export const wallScreens = ['MONITOR', 'PROJECTS'] as const
export const wallScreenSchema = z.enum(wallScreens)
export type WallScreen = z.infer<typeof wallScreenSchema>

/** The roles that see the same on a screen of their own: nobody puts on a wall what is not theirs to see. */
const wallScreenRoles = { MONITOR: monitorRoles, PROJECTS: organisationAdminRoles } as const satisfies Record<WallScreen, readonly Role[]>

/** Whether a role sees what such a wall shows; who has none sees what OTHERS see. */
export function maySeeOnWall(shows: WallScreen, role: Role | null): boolean {
  return wallScreenRoles[shows].some((one) => one === (role ?? 'OTHERS'))
}
