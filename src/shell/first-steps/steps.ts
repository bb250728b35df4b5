import type { Account } from '#contract/people/account.ts'
import type { Role } from '#contract/people/roles.ts'
import { approvalsPath, ownOrganisationPath, twoFactorPath } from '../../navigation/paths.ts'
import { maySee, type Screen, type ScreenIconName } from '../../navigation/screen.ts'

/** Steps before the first animal is heard, in order. Only steps whose page exists for the role are offered. */
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
  /** Tickets waiting for the user's decision. */
  tickets: number
  /** Users of the own organisation; null: hidden from the user. */
  users: number | null
}

/** Returns the first steps that the signed-in user's role may take. */
export function firstSteps({ table, role, account, tickets, users }: Standing): Step[] {
  const done: Partial<Record<StepKey, boolean>> = {
    users: users !== null && users > 1,
    twoFactor: account?.twoFactor.enabled === true,
  }
  const isThere = (path: string) =>
    table.some((screen) => screen.path.split('/:')[0] === path.split(/[?#]/)[0] && maySee(screen, role))
  return steps
    .filter(({ key, path }) => isThere(path) && (key !== 'approvals' || tickets > 0))
    .map((step) => ({ ...step, isDone: done[step.key] ?? false }))
}

/** Returns the party that must act next, for display to users who cannot. */
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
