import { organisationAdminRoles } from '#contract/people/roles.ts'
import type { Screen } from '../navigation/screen.ts'

/** Screens of organisations, people and what the platform keeps. */
export const platformScreens = [
  {
    path: '/dashboard/org-admin/org-profile',
    titleId: 'orgProfile.title',
    icon: 'organisation',
    roles: organisationAdminRoles,
    menu: 'organisation',
    load: async () => ({ Component: (await import('../screens/organisation-profile/OrganisationProfileScreen.tsx')).OrganisationProfileScreen }),
  },
  {
    path: '/dashboard/profiles/org',
    titleId: 'organisation.title',
    icon: 'organisations',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/organisations/OrganisationsScreen.tsx')).OrganisationsScreen }),
  },
  {
    path: '/dashboard/profiles/user',
    titleId: 'user.title',
    icon: 'users',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/users/UsersScreen.tsx')).UsersScreen }),
  },
  {
    path: '/dashboard/cameras',
    titleId: 'camera.title',
    icon: 'camera',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/cameras/CamerasScreen.tsx')).CamerasScreen }),
  },
  {
    path: '/dashboard/settings',
    titleId: 'settings.title',
    icon: 'settings',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen }),
  },
  {
    path: '/dashboard/security-log',
    titleId: 'security.title',
    icon: 'security',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/security-log/SecurityLogScreen.tsx')).SecurityLogScreen }),
  },
] as const satisfies readonly Screen[]
