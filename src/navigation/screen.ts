import { createContext, use, type ComponentType } from 'react'
import type { Role } from '#contract/people/roles.ts'
import type { Session } from '../api/session.ts'
import type { MessageId } from '../locale/languages.ts'
import { wallPaths } from './paths.ts'

/** Groups of the menu, from top to bottom. */
export const menuGroups = ['monitoring', 'herd', 'devices', 'projects', 'organisation', 'platform'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** Icons of screens, drawn by shell/ScreenIcon.tsx. */
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
  | 'key'
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
  | 'replay'
  | 'report'
  | 'security'
  | 'settings'
  | 'trash'
  | 'users'
  | 'web'

/** One line of the route table. */
export interface Screen {
  /** Path in the router's syntax: `/dashboard/project/info/:id?`. */
  path: string
  /** Name of the screen, also in the browser tab. */
  titleId: MessageId
  /** Shorter name for the menu, the breadcrumbs and the palette, where the title is too long. */
  nameId?: MessageId
  /** Icon next to the name. */
  icon: ScreenIconName
  /** Who may see it: these roles, all signed-in users, or everyone. A session without a role counts as `OTHERS`. */
  roles: readonly Role[] | 'signedIn' | 'open'
  /** Menu group, in the order of the table; absent: not in the menu. */
  menu?: MenuGroup
  /** Roles whose menu contains it; by default all that may see it. */
  menuRoles?: readonly Role[]
  /** Path of the parent in the breadcrumbs, for a screen outside the menu. */
  parent?: string
  /** Count next to its name in the menu. */
  badge?: 'alerts' | 'tickets'
  /** Roles that see the count; by default all. Some roles have another screen for the counted items. */
  badgeRoles?: readonly Role[]
  /** Fills the whole window, always dark, without menu, header or banner. Neither do `open` screens have these. */
  wall?: boolean
  /** Works without antd, which then is not loaded. */
  withoutAntd?: boolean
  load: () => Promise<{ Component: ComponentType }>
}

/** Returns the name of a screen within the console. */
export function nameIdOf({ nameId, titleId }: Pick<Screen, 'nameId' | 'titleId'>): MessageId {
  return nameId ?? titleId
}

/** Returns whether a role may see a screen. A session without a role counts as `OTHERS`. */
export function maySee(screen: Pick<Screen, 'roles'>, role: Role | null): boolean {
  return screen.roles === 'open' || screen.roles === 'signedIn' || screen.roles.includes(role ?? 'OTHERS')
}

/** Returns whether a screen opens in a session: on a paired wall only its content, otherwise what the role may see. */
export function opensIn(
  screen: Pick<Screen, 'path' | 'roles'>,
  { role, shows }: Pick<Session, 'role' | 'shows'>,
): boolean {
  return shows ? screen.path === wallPaths[shows] : maySee(screen, role)
}

/** The route table, provided by the router. */
export const ScreenTable = createContext<readonly Screen[]>([])

export function useScreenTable(): readonly Screen[] {
  return use(ScreenTable)
}
