import { logWriterRoles, pledgeCheckRoles, projectRoles, reportRoles } from '#contract/projects/projectRoles.ts'
import type { Screen } from '../navigation/screen.ts'

/** Screens of loans, collateral and approvals. */
export const projectScreens = [
  {
    path: '/dashboard/projects',
    titleId: 'project.title',
    icon: 'project',
    roles: projectRoles,
    menu: 'projects',
    load: async () => ({ Component: (await import('../screens/projects/ProjectsScreen.tsx')).ProjectsScreen }),
  },
  {
    path: '/dashboard/project/form/:id?',
    titleId: 'project.formTitle',
    icon: 'project',
    roles: ['SUPERVISOR_PM'],
    parent: '/dashboard/projects',
    load: async () => ({
      Component: (await import('../screens/projects/form/ProjectFormScreen.tsx')).ProjectFormScreen,
    }),
  },
  {
    path: '/dashboard/project/info/:id?',
    titleId: 'project.infoTitle',
    icon: 'project',
    roles: projectRoles,
    parent: '/dashboard/projects',
    load: async () => ({ Component: (await import('../screens/projects/info/ProjectScreen.tsx')).ProjectScreen }),
  },
  {
    path: '/dashboard/approvals',
    titleId: 'ticket.title',
    icon: 'approval',
    roles: ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM'],
    menu: 'projects',
    badge: 'tickets',
    load: async () => ({ Component: (await import('../screens/approvals/ApprovalsScreen.tsx')).ApprovalsScreen }),
  },
  {
    path: '/dashboard/market-profile',
    titleId: 'report.title',
    icon: 'report',
    roles: reportRoles,
    menu: 'projects',
    load: async () => ({ Component: (await import('../screens/reports/ReportsScreen.tsx')).ReportsScreen }),
  },
  {
    path: '/dashboard/project/pledge-check',
    titleId: 'pledgeCheck.title',
    icon: 'security',
    roles: pledgeCheckRoles,
    menu: 'projects',
    load: async () => ({
      Component: (await import('../screens/projects/check/PledgeCheckScreen.tsx')).PledgeCheckScreen,
    }),
  },
  {
    path: '/dashboard/project/log',
    titleId: 'dailyLog.title',
    icon: 'report',
    roles: logWriterRoles,
    menu: 'projects',
    menuRoles: ['SUPERVISOR_PM'],
    load: async () => ({
      Component: (await import('../screens/projects/logs/writing/WriteLogScreen.tsx')).WriteLogScreen,
    }),
  },
  {
    path: '/dashboard/project/log/:id',
    titleId: 'dailyLog.new',
    icon: 'report',
    roles: logWriterRoles,
    parent: '/dashboard/project/log',
    load: async () => ({
      Component: (await import('../screens/projects/logs/writing/WriteLogScreen.tsx')).WriteLogScreen,
    }),
  },
] as const satisfies readonly Screen[]
