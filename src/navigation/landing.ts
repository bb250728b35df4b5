import { organisationAdminRoles, type Role } from '#contract/roles.ts'
import { screens, type Screen } from '../routes.tsx'

const monitor = '/dashboard/animal-monitor/monitor'
const organisationProfile = '/dashboard/org-admin/org-profile'

/** The landing pages of each role, best first. A role that is missing has no usable screen. */
const candidates: Partial<Record<Role, readonly string[]>> = {
  ADMIN_PLATFORM: ['/dashboard/approvals'],
  ADMIN_SUPERVISOR: [monitor],
  ADMIN_BORROWER: [monitor],
  ADMIN_BANK: [monitor],
  BANK_USER: [monitor],
  OTHERS: [monitor],
  SUPERVISOR_PM: ['/dashboard/projects', monitor],
}

/** Whether a session with this role may see a screen. Without a role it is one of the others. */
export function maySee(screen: Pick<Screen, 'roles'>, role: Role | null): boolean {
  return screen.roles === 'open' || screen.roles === 'signedIn' || screen.roles.includes(role ?? 'OTHERS')
}

/** The first candidate that exists; without one the page that says so. */
export function landingOf(role: Role | null): string {
  const paths: readonly string[] = screens.map((screen) => screen.path)
  return (candidates[role ?? 'OTHERS'] ?? []).find((path) => paths.includes(path)) ?? '/404'
}

/** Where `/dashboard` leads: to one's own organisation for those who administer one, else to the landing page. */
export function dashboardOf(role: Role | null): string {
  const paths: readonly string[] = screens.map((screen) => screen.path)
  const administers = organisationAdminRoles.some((admin) => admin === role)
  return administers && paths.includes(organisationProfile) ? organisationProfile : landingOf(role)
}

/** Where to go after a login: back to where the person was, if that is a page of ours, else the landing page. */
export function afterLogin(redirect: string | null, role: Role | null): string {
  if (!redirect) return landingOf(role)
  const here = window.location.origin
  try {
    const target = new URL(redirect, here)
    const path = target.pathname
    if (target.origin !== here || path.startsWith('/user/') || path === '/404') return landingOf(role)
    return path + target.search + target.hash
  } catch {
    return landingOf(role)
  }
}
