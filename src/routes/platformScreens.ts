import { organisationAdminRoles } from '#contract/people/roles.ts'
import type { Screen } from '../navigation/screen.ts'
import { recordsScreen } from './recordsScreen.tsx'

/** Screens of organisations, users and the platform. */
export const platformScreens = [
  {
    path: '/dashboard/org-admin/org-profile',
    titleId: 'orgProfile.title',
    icon: 'organisation',
    roles: organisationAdminRoles,
    menu: 'organisation',
    load: async () => ({
      Component: (await import('../screens/organisation-profile/OrganisationProfileScreen.tsx'))
        .OrganisationProfileScreen,
    }),
  },
  {
    path: '/dashboard/org-admin/market-profile',
    titleId: 'marketing.title',
    icon: 'marketing',
    roles: organisationAdminRoles,
    menu: 'organisation',
    load: async () => ({
      Component: (await import('../screens/market-profile/MarketProfileScreen.tsx')).MarketProfileScreen,
    }),
  },
  {
    path: '/dashboard/org-admin/api-keys',
    titleId: 'apiKey.title',
    icon: 'key',
    roles: [...organisationAdminRoles, 'ADMIN_PLATFORM'],
    menu: 'organisation',
    load: async () => ({ Component: (await import('../screens/api-keys/ApiKeysScreen.tsx')).ApiKeysScreen }),
  },
  {
    path: '/dashboard/profiles/org',
    titleId: 'organisation.title',
    icon: 'organisations',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({
      Component: (await import('../screens/organisations/OrganisationsScreen.tsx')).OrganisationsScreen,
    }),
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
    load: recordsScreen(async () => (await import('../screens/cameras/cameras.ts')).cameras),
  },
  {
    path: '/dashboard/homepage/web',
    titleId: 'webHome.title',
    icon: 'web',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/web-home/WebHomeScreen.tsx')).WebHomeScreen }),
  },
  {
    path: '/dashboard/homepage/article',
    titleId: 'article.title',
    icon: 'web',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: recordsScreen(async () => (await import('../screens/articles/articleLists.tsx')).articleLists),
  },
  {
    path: '/dashboard/homepage/article/form/:id?',
    titleId: 'article.formTitle',
    icon: 'web',
    roles: ['ADMIN_PLATFORM'],
    parent: '/dashboard/homepage/article',
    load: async () => ({ Component: (await import('../screens/articles/ArticleScreen.tsx')).ArticleScreen }),
  },
  {
    path: '/dashboard/app-support/homepage',
    titleId: 'appHome.title',
    icon: 'app',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: recordsScreen(async () => (await import('../entities/banners/bannerLists.tsx')).bannerLists('appBanners')),
  },
  {
    path: '/dashboard/app-support/about',
    titleId: 'about.title',
    icon: 'about',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/app-support/AboutScreen.tsx')).AboutScreen }),
  },
  {
    path: '/dashboard/app-support/feedback',
    titleId: 'feedback.title',
    icon: 'feedback',
    roles: ['ADMIN_PLATFORM'],
    menu: 'platform',
    load: async () => ({ Component: (await import('../screens/app-support/FeedbackScreen.tsx')).FeedbackScreen }),
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
    load: async () => ({
      Component: (await import('../screens/security-log/SecurityLogScreen.tsx')).SecurityLogScreen,
    }),
  },
] as const satisfies readonly Screen[]
