import { organisationAdminRoles, type Role } from '#contract/people/roles.ts'
import { matchPath } from 'react-router-dom'
import { projectsPath, wallPaths } from './paths.ts'
import { maySee, type Screen } from './screen.ts'

const monitor = wallPaths.MONITOR
const organisationProfile = '/dashboard/org-admin/org-profile'

/** Landing pages of each role, best first. A role without an entry has no usable screen. */
const candidates: Partial<Record<Role, readonly string[]>> = {
  ADMIN_PLATFORM: ['/dashboard/approvals'],
  ADMIN_SUPERVISOR: [monitor],
  ADMIN_BORROWER: [monitor],
  ADMIN_BANK: [monitor],
  BANK_USER: [monitor],
  OTHERS: [monitor],
  SUPERVISOR_PM: [projectsPath, monitor],
}

/** Returns the first existing landing page, otherwise the 404 page. */
export function landingOf(table: readonly Screen[], role: Role | null): string {
  const paths = table.map(({ path }) => path)
  return (candidates[role ?? 'OTHERS'] ?? []).find((path) => paths.includes(path)) ?? '/404'
}

/** Returns the target of `/dashboard`: the own organisation for its administrators, otherwise the landing page. */
export function dashboardOf(table: readonly Screen[], role: Role | null): string {
  const administers = organisationAdminRoles.some((admin) => admin === role)
  return administers && table.some(({ path }) => path === organisationProfile)
    ? organisationProfile
    : landingOf(table, role)
}

/** Returns the target after sign-in: the requested page if it is a console page that the user may see, otherwise the landing page. */
export function afterLogin(table: readonly Screen[], redirect: string | null, role: Role | null): string {
  if (!redirect) return landingOf(table, role)
  const consoleOrigin = window.location.origin
  try {
    const target = new URL(redirect, consoleOrigin)
    const path = target.pathname
    const screen = table.find((one) => matchPath(one.path, path))
    if (target.origin !== consoleOrigin || path.startsWith('/user/') || !screen || !maySee(screen, role))
      return landingOf(table, role)
    return path + target.search + target.hash
  } catch {
    return landingOf(table, role)
  }
}
