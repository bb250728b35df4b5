import { createContext, use, type ComponentType } from 'react'
import type { Role } from '#contract/people/roles.ts'
import type { Session } from '../api/session.ts'
import type { MessageId } from '../locale/languages.ts'
import { wallPaths } from './paths.ts'

/** The groups of the menu, from top to bottom. */
export const menuGroups = ['monitoring', 'herd', 'devices', 'projects', 'organisation', 'platform'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** The icons that a screen can have; drawn by shell/ScreenIcon.tsx. */
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
  | 'replay'
  | 'report'
  | 'security'
  | 'settings'
  | 'trash'
  | 'users'
  | 'web'

/** One line of the route table. */
export interface Screen {
  /** Its address, as the router reads it: `/dashboard/project/info/:id?`. */
  path: string
  /** Its name, in the browser's tab as everywhere. */
  titleId: MessageId
  /** A shorter name for the menu, the breadcrumbs and the palette, where the title is too long for them. */
  nameId?: MessageId
  /** The icon beside its name. */
  icon: ScreenIconName
  /** The people who may see it: these roles, everybody signed in, or everybody. A session without a role passes where `OTHERS` does. */
  roles: readonly Role[] | 'signedIn' | 'open'
  /** Its group in the menu; absent: not in the menu. Within a group the order is that of the table. */
  menu?: MenuGroup
  /** Those of its roles in whose menu it stands; all, unless told. */
  menuRoles?: readonly Role[]
  /** The path of the screen before it in the breadcrumbs, for one that is not in the menu itself. */
  parent?: string
  /** The count beside its name in the menu. */
  badge?: 'alerts' | 'tickets'
  /** Those of its roles who see that number there; all, unless told: some have a screen of their own for what is counted. */
  badgeRoles?: readonly Role[]
  /** Has the whole screen to itself, always dark: no menu, header or banner. `open` screens have none either. */
  wall?: boolean
  /** Draws without antd, which is then not loaded for it. */
  withoutAntd?: boolean
  load: () => Promise<{ Component: ComponentType }>
}

/** The name of a screen within the console. */
export function nameIdOf({ nameId, titleId }: Pick<Screen, 'nameId' | 'titleId'>): MessageId {
  return nameId ?? titleId
}

/** Whether a session with this role may see a screen. A session without a role counts as `OTHERS`. */
export function maySee(screen: Pick<Screen, 'roles'>, role: Role | null): boolean {
  return screen.roles === 'open' || screen.roles === 'signedIn' || screen.roles.includes(role ?? 'OTHERS')
}

/** Whether a screen opens in a session: on a paired wall what it shows and no other, for a person what their role may see. */
export function opensIn(screen: Pick<Screen, 'path' | 'roles'>, { role, shows }: Pick<Session, 'role' | 'shows'>): boolean {
  return shows ? screen.path === wallPaths[shows] : maySee(screen, role)
}

/** The route table; the router provides it. */
export const ScreenTable = createContext<readonly Screen[]>([])

export function useScreenTable(): readonly Screen[] {
  return use(ScreenTable)
}
