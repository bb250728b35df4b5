import type { WallScreen } from '#contract/people/wallScreens.ts'

export const loginPath = '/user/login'

/** The login, which leads back to where a person is, unless they are there already or there is nothing to come back to. */
export function loginFrom({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  if (pathname === '/404') return loginPath
  return pathname === loginPath ? pathname + search : `${loginPath}?redirect=${encodeURIComponent(pathname + search + hash)}`
}

/** One's own account, and the part of it where a second factor is set up. */
export const accountPath = '/dashboard/account'
export const twoFactorPath = `${accountPath}#two-factor`

/** The screens that have a whole wall to themselves, by what a paired wall shows. */
export const wallPaths = { MONITOR: '/dashboard/animal-monitor/monitor', PROJECTS: '/dashboard/animal-monitor/project' } as const satisfies Record<WallScreen, string>

export const organisationsPath = '/dashboard/profiles/org'
export const usersPath = '/dashboard/profiles/user'
/** One's own organisation; its users stand in a tab. */
export const ownOrganisationPath = '/dashboard/org-admin/org-profile'
export const alertsPath = '/dashboard/animal-monitor/alert'
export const farmsPath = '/dashboard/animal-monitor/farm/list'
export const projectsPath = '/dashboard/projects'
export const projectFormPath = '/dashboard/project/form'
export const projectInfoPath = '/dashboard/project/info'
export const approvalsPath = '/dashboard/approvals'
/** The public page of a sealed day, followed by its root. */
export const verifyPath = '/verify'
/** Where a daily log is written: of the project in `/:id`, else of one to be chosen. */
export const dailyLogPath = '/dashboard/project/log'
