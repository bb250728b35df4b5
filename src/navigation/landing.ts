import { organisationAdminRoles, type Role } from '#contract/people/roles.ts'
import { matchPath } from 'react-router-dom'
import { projectsPath, wallPaths } from './paths.ts'
import { maySee, type Screen } from './screen.ts'

const monitor = wallPaths.MONITOR
const organisationProfile = '/dashboard/org-admin/org-profile'

/** The landing pages of each role, best first. A role that is missing has no usable screen. */
const candidates: Partial<Record<Role, readonly string[]>> = {
  ADMIN_PLATFORM: ['/dashboard/approvals'],
  ADMIN_SUPERVISOR: [monitor],
  ADMIN_BORROWER: [monitor],
  ADMIN_BANK: [monitor],
  BANK_USER: [monitor],
  OTHERS: [monitor],
  SUPERVISOR_PM: [projectsPath, monitor],
}

/** The first candidate that exists; without one the page that says so. */
export function landingOf(table: readonly Screen[], role: Role | null): string {
  const paths = table.map(({ path }) => path)
  return (candidates[role ?? 'OTHERS'] ?? []).find((path) => paths.includes(path)) ?? '/404'
}

/** Where `/dashboard` leads: to one's own organisation for those who administer one, else to the landing page. */
export function dashboardOf(table: readonly Screen[], role: Role | null): string {
  const administers = organisationAdminRoles.some((admin) => admin === role)
  return administers && table.some(({ path }) => path === organisationProfile) ? organisationProfile : landingOf(table, role)
}

/** Where to go after a login: back to where somebody was, if that is a page of ours that this person may see, else the landing page. */
export function afterLogin(table: readonly Screen[], redirect: string | null, role: Role | null): string {
  if (!redirect) return landingOf(table, role)
  const here = window.location.origin
  try {
    const target = new URL(redirect, here)
    const path = target.pathname
    const screen = table.find((one) => matchPath(one.path, path))
    if (target.origin !== here || path.startsWith('/user/') || !screen || !maySee(screen, role)) return landingOf(table, role)
    return path + target.search + target.hash
  } catch {
    return landingOf(table, role)
  }
}
