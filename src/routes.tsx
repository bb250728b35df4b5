import { monitorRoles, organisationAdminRoles, supervisorRoles } from '#contract/roles.ts'
import type { Screen } from './navigation/screen.ts'

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
    withoutAntd: true,
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
    withoutAntd: true,
    load: async () => ({ Component: (await import('./screens/monitor/MonitorScreen.tsx')).MonitorScreen }),
  },
  {
    path: '/dashboard/animal-monitor/insurance',
    titleId: 'insurance.title',
    icon: 'insurance',
    roles: supervisorRoles,
    menu: 'herd',
    load: async () => ({ Component: (await import('./screens/insurance/InsuranceScreen.tsx')).InsuranceScreen }),
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
