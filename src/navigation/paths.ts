import type { WallScreen } from '#contract/people/wallScreens.ts'

export const loginPath = '/user/login'

/** Returns the sign-in path with the current page as its target, unless that is the sign-in or the 404 page. */
export function loginFrom({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  if (pathname === '/404') return loginPath
  return pathname === loginPath
    ? pathname + search
    : `${loginPath}?redirect=${encodeURIComponent(pathname + search + hash)}`
}

/** The account page, and its section for the second factor. */
export const accountPath = '/dashboard/account'
export const twoFactorPath = `${accountPath}#two-factor`

/** Screens that fill a whole wall, by the content of a paired wall. */
export const wallPaths = {
  MONITOR: '/dashboard/animal-monitor/monitor',
  PROJECTS: '/dashboard/animal-monitor/project',
} as const satisfies Record<WallScreen, string>

export const organisationsPath = '/dashboard/profiles/org'
export const usersPath = '/dashboard/profiles/user'
/** The user's own organisation; its users are in a tab. */
export const ownOrganisationPath = '/dashboard/org-admin/org-profile'
export const alertsPath = '/dashboard/animal-monitor/alert'
export const farmsPath = '/dashboard/animal-monitor/farm/list'
export const projectsPath = '/dashboard/projects'
export const projectFormPath = '/dashboard/project/form'
export const projectInfoPath = '/dashboard/project/info'
export const approvalsPath = '/dashboard/approvals'
/** Public page of a sealed day, followed by its root. */
export const verifyPath = '/verify'
/** Editor of daily logs, for the project in `/:id` or one to choose. */
export const dailyLogPath = '/dashboard/project/log'
