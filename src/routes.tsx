import type { ComponentType } from 'react'
import { monitorRoles, organisationAdminRoles, type Role } from '#contract/roles.ts'
import type { MessageId } from './locale/languages.ts'

/** The groups of the menu, from top to bottom. */
export const menuGroups = ['monitoring', 'herd', 'devices', 'projects', 'organisation', 'platform'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** The signs that a screen can have; drawn by shell/ScreenIcon.tsx. */
export type ScreenIconName =
  | 'about'
  | 'account'
  | 'alert'
  | 'animal'
  | 'app'
  | 'approval'
  | 'camera'
  | 'farm'
  | 'feedback'
  | 'gateway'
  | 'insurance'
  | 'login'
  | 'mail'
  | 'marketing'
  | 'monitor'
  | 'neckband'
  | 'organisation'
  | 'organisations'
  | 'pen'
  | 'project'
  | 'projectMonitor'
  | 'report'
  | 'settings'
  | 'trash'
  | 'users'
  | 'web'

export interface Screen {
  /** Its address, as the router reads it: `/dashboard/project/info/:id?`. */
  path: string
  /** Its name, in the browser's tab as everywhere. */
  titleId: MessageId
  /** A shorter name for the menu, the breadcrumbs and the palette, where the title is too grand for them. */
  nameId?: MessageId
  /** The sign beside its name. */
  icon: ScreenIconName
  /** Who may see it: these roles, everybody signed in, or everybody. A session without a role passes where `OTHERS` does. */
  roles: readonly Role[] | 'signedIn' | 'open'
  /** Where in the menu it stands; absent: not in the menu. Within a group the order is that of the table. */
  menu?: MenuGroup
  /** The path of the screen that stands before it in the breadcrumbs, for one that is not in the menu itself. */
  parent?: string
  /** What is counted beside its name in the menu. */
  badge?: 'alerts' | 'tickets'
  /** Has the whole screen to itself, always dark: no menu, header or banner. `open` screens have none either. */
  wall?: boolean
  load: () => Promise<{ Component: ComponentType }>
}

/**
 * Every screen there is: guard, menu, breadcrumbs, titles and palette follow from these lines. All but walls and `open`
 * screens are drawn inside the shell, whose `<main>` scrolls and gives 24 px around; a screen starts with a `PageHeading`.
 */
export const screens = [
  {
    path: '/user/login',
    titleId: 'login.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/login/LoginScreen.tsx')).LoginScreen }),
  },
  {
    path: '/user/register',
    titleId: 'register.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/register/RegisterScreen.tsx')).RegisterScreen }),
  },
  {
    path: '/user/register-result',
    titleId: 'registerResult.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/register-result/RegisterResultScreen.tsx')).RegisterResultScreen }),
  },
  {
    path: '/user/activate',
    titleId: 'activation.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/activation/ActivationScreen.tsx')).ActivationScreen }),
  },
  {
    path: '/user/forgot-password',
    titleId: 'forgotPassword.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/password/ForgotPasswordScreen.tsx')).ForgotPasswordScreen }),
  },
  {
    path: '/user/reset-password',
    titleId: 'resetPassword.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/password/ResetPasswordScreen.tsx')).ResetPasswordScreen }),
  },
  {
    path: '/dashboard/account',
    titleId: 'account.title',
    icon: 'account',
    roles: 'signedIn',
    load: async () => ({ Component: (await import('./screens/account/AccountScreen.tsx')).AccountScreen }),
  },
  {
    path: '/outbox',
    titleId: 'outbox.title',
    icon: 'mail',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/outbox/OutboxScreen.tsx')).OutboxScreen }),
  },
  {
    path: '/dashboard/animal-monitor/monitor',
    titleId: 'monitor.title',
    nameId: 'monitor.name',
    icon: 'monitor',
    roles: monitorRoles,
    menu: 'monitoring',
    badge: 'alerts',
    wall: true,
    load: async () => ({ Component: (await import('./screens/monitor/MonitorScreen.tsx')).MonitorScreen }),
  },
  {
    path: '/dashboard/org-admin/org-profile',
    titleId: 'orgProfile.title',
    icon: 'organisation',
    roles: organisationAdminRoles,
    menu: 'organisation',
    load: async () => ({ Component: (await import('./screens/organisation-profile/OrganisationProfileScreen.tsx')).OrganisationProfileScreen }),
  },
  {
    path: '/dashboard/approvals',
    titleId: 'ticket.title',
    icon: 'approval',
    roles: ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM'],
    menu: 'projects',
    badge: 'tickets',
    load: async () => ({ Component: (await import('./screens/approvals/ApprovalsScreen.tsx')).ApprovalsScreen }),
  },
  {
    path: '/dashboard/profiles/org',
    titleId: 'organisation.title',
    icon: 'organisations',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('./screens/organisations/OrganisationsScreen.tsx')).OrganisationsScreen }),
  },
  {
    path: '/dashboard/profiles/user',
    titleId: 'user.title',
    icon: 'users',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('./screens/users/UsersScreen.tsx')).UsersScreen }),
  },
] as const satisfies readonly Screen[]

/** The name of a screen within the console. */
export function nameIdOf({ nameId, titleId }: Pick<Screen, 'nameId' | 'titleId'>): MessageId {
  return nameId ?? titleId
}

export const loginPath = '/user/login'
/** One's own account, and the place in it where a second factor is set up. */
export const accountPath = '/dashboard/account'
export const twoFactorPath = `${accountPath}#two-factor`
