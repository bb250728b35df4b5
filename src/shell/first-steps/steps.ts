import type { Account } from '#contract/people/account.ts'
import type { Role } from '#contract/people/roles.ts'
import { approvalsPath, ownOrganisationPath, twoFactorPath } from '../../navigation/paths.ts'
import { maySee, type Screen, type ScreenIconName } from '../../navigation/screen.ts'

/** The steps before the first animal is heard, in order. A page that is not there, or not for the role, is not offered. */
const steps = [
  { key: 'approvals', path: approvalsPath, icon: 'approval' },
  { key: 'profile', path: ownOrganisationPath, icon: 'organisation' },
  { key: 'users', path: `${ownOrganisationPath}?tab=users`, icon: 'users' },
  { key: 'farms', path: '/dashboard/animal-monitor/farm/list', icon: 'farm' },
  { key: 'devices', path: '/dashboard/animal-monitor/device/gateway', icon: 'gateway' },
  { key: 'projects', path: '/dashboard/project/form', icon: 'project' },
  { key: 'twoFactor', path: twoFactorPath, icon: 'account' },
] as const satisfies readonly { key: string; path: string; icon: ScreenIconName }[]

type StepKey = (typeof steps)[number]['key']

export interface Step {
  key: StepKey
  path: string
  icon: ScreenIconName
  isDone: boolean
}

interface Standing {
  table: readonly Screen[]
  role: Role | null
  account: Account | null
  /** Tickets that wait for one's decision. */
  tickets: number
  /** Users of one's own organisation; null: not one's to know. */
  users: number | null
}

/** The first steps of whoever is signed in: those that their role may take. */
export function firstSteps({ table, role, account, tickets, users }: Standing): Step[] {
  const done: Partial<Record<StepKey, boolean>> = { users: users !== null && users > 1, twoFactor: account?.twoFactor.enabled === true }
  const isThere = (path: string) => table.some((screen) => screen.path.split('/:')[0] === path.split(/[?#]/)[0] && maySee(screen, role))
  return steps
    .filter(({ key, path }) => isThere(path) && (key !== 'approvals' || tickets > 0))
    .map((step) => ({ ...step, isDone: done[step.key] ?? false }))
}

/** The party that makes the first picture come: told to those who can't. */
export function waitsFor(role: Role | null): 'SUPERVISOR' | 'BANK' | 'BORROWER' | 'NOBODY' {
  switch (role) {
    case 'ADMIN_SUPERVISOR':
    case 'SUPERVISOR_PM':
      return 'SUPERVISOR'
    case 'ADMIN_BANK':
    case 'BANK_USER':
      return 'BANK'
    case 'ADMIN_BORROWER':
      return 'BORROWER'
    default:
      return 'NOBODY'
  }
}
