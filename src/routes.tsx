import type { ComponentType } from 'react'
import { monitorRoles, type Role } from '#contract/roles.ts'
import type { MessageId } from './locale/languages.ts'

export interface Screen {
  path: string
  titleId: MessageId
  /** The sign beside its name in a menu. */
  icon: 'monitor' | 'login'
  /** Who may see it; `open` needs no session. A session without a role passes where `OTHERS` does. */
  roles: readonly Role[] | 'open'
  /** Has the whole screen to itself: no header, footer or banner. */
  wall?: boolean
  load: () => Promise<{ Component: ComponentType }>
}

/** Every screen there is. */
export const screens = [
  {
    path: '/user/login',
    titleId: 'login.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: (await import('./screens/login/LoginScreen.tsx')).LoginScreen }),
  },
  {
    path: '/dashboard/animal-monitor/monitor',
    titleId: 'monitor.title',
    icon: 'monitor',
    roles: monitorRoles,
    wall: true,
    load: async () => ({ Component: (await import('./screens/monitor/MonitorScreen.tsx')).MonitorScreen }),
  },
] as const satisfies readonly Screen[]

export const loginPath = '/user/login'
