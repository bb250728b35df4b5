import type { Finding } from '#contract/office/finder.ts'
import type { Role } from '#contract/people/roles.ts'
import { maySee, type Screen, type ScreenIconName } from '../../navigation/screen.ts'

/** What there is to go to, in the order of the palette. */
export const placeKinds = ['recent', 'screens', 'farms', 'animals', 'projects'] as const
export type PlaceKind = (typeof placeKinds)[number]

const monitorPath = '/dashboard/animal-monitor/monitor'
const projectPath = '/dashboard/project/info'

/** Somewhere to go. */
export interface Place {
  kind: PlaceKind
  path: string
  name: string
  hint: string
  icon: ScreenIconName
}

const icons: Partial<Record<PlaceKind, ScreenIconName>> = { farms: 'farm', animals: 'animal', projects: 'project' }

/** The icon of all places of a kind; pages have their own. */
export function iconOf(kind: PlaceKind): ScreenIconName | undefined {
  return icons[kind]
}

/** The page with a line of the table that a role may see; undefined where there is none. */
function seen(table: readonly Screen[], role: Role | null, isIt: (path: string) => boolean): Screen | undefined {
  return table.find((screen) => isIt(screen.path) && maySee(screen, role))
}

/** Where something found leads a role: a farm and an animal to the monitor, a project to its page; null: nowhere. */
export function placeOf({ kind, id, name, hint, farmId }: Finding, table: readonly Screen[], role: Role | null): Place | null {
  const project = kind === 'project' && seen(table, role, (path) => path.startsWith(`${projectPath}/`))
  if (project) return { kind: 'projects', path: `${projectPath}/${id}`, name, hint, icon: 'project' }
  if (farmId === null || !seen(table, role, (path) => path === monitorPath)) return null
  const onFarm = `${monitorPath}?farm=${farmId}`
  switch (kind) {
    case 'farm':
      return { kind: 'farms', path: onFarm, name, hint, icon: 'farm' }
    case 'animal':
      return { kind: 'animals', path: `${onFarm}&animal=${id}`, name, hint, icon: 'animal' }
    case 'project':
      return { kind: 'projects', path: onFarm, name, hint, icon: 'project' }
  }
}

/** The pages of a role that one can go to without a record: those of the menu and one's account, by their names. */
export function screenPlaces(table: readonly Screen[], role: Role | null, nameOf: (screen: Screen) => string, groupOf: (screen: Screen) => string): Place[] {
  return table
    .filter((screen) => screen.roles !== 'open' && !screen.path.includes(':') && maySee(screen, role))
    .map((screen) => ({ kind: 'screens', path: screen.path, name: nameOf(screen), hint: groupOf(screen), icon: screen.icon }))
}

/** Whether a text is in a place's name or hint, whatever the case and accents. */
export function isNamed({ name, hint }: Place, text: string): boolean {
  const plain = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return text.trim() === '' || [name, hint].some((words) => plain(words).includes(plain(text.trim())))
}
