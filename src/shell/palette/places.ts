import type { Finding } from '#contract/office/finder.ts'
import type { Role } from '#contract/people/roles.ts'
import { maySee, type Screen, type ScreenIconName } from '../../navigation/screen.ts'
import { spanIn } from './matches.tsx'

/** Kinds of places, in the order of the palette. */
export const placeKinds = [
  'recent',
  'screens',
  'farms',
  'animals',
  'projects',
  'organisations',
  'users',
  'tickets',
] as const
export type PlaceKind = (typeof placeKinds)[number]

const monitorPath = '/dashboard/animal-monitor/monitor'
const projectPath = '/dashboard/project/info'
const organisationsPath = '/dashboard/profiles/org'
const usersPath = '/dashboard/profiles/user'
const ownPath = '/dashboard/org-admin/org-profile'
const ticketsPath = '/dashboard/approvals'

/** A place one can go to. */
export interface Place {
  kind: PlaceKind
  path: string
  name: string
  hint: string
  icon: ScreenIconName
  /** Field with the match, if it is neither the name nor the hint. */
  matched?: Finding['matched']
}

const icons: Partial<Record<PlaceKind, ScreenIconName>> = {
  farms: 'farm',
  animals: 'animal',
  projects: 'project',
  organisations: 'organisations',
  users: 'users',
  tickets: 'approval',
}

/** Returns the icon of a kind of places; pages have their own icons. */
export function iconOf(kind: PlaceKind): ScreenIconName | undefined {
  return icons[kind]
}

/** Returns the kind and path of a search result for a role; null: no page for it. */
function wayTo(
  { kind, id, farmId }: Finding,
  sees: (path: string) => boolean,
): { kind: PlaceKind; path: string } | null {
  const onFarm = farmId !== null && sees(monitorPath) ? `${monitorPath}?farm=${farmId}` : null
  switch (kind) {
    case 'farm':
      return onFarm === null ? null : { kind: 'farms', path: onFarm }
    case 'animal':
      return onFarm === null ? null : { kind: 'animals', path: `${onFarm}&animal=${id}` }
    case 'project': {
      const path = sees(projectPath) ? `${projectPath}/${id}` : onFarm
      return path === null ? null : { kind: 'projects', path }
    }
    case 'organisation':
      return sees(organisationsPath) ? { kind: 'organisations', path: `${organisationsPath}?open=${id}` } : null
    case 'user':
      if (sees(usersPath)) return { kind: 'users', path: `${usersPath}?open=${id}` }
      return sees(ownPath) ? { kind: 'users', path: `${ownPath}?tab=users&open=${id}` } : null
    case 'ticket':
      return sees(ticketsPath) ? { kind: 'tickets', path: `${ticketsPath}?open=${id}` } : null
  }
}

/** Returns the place of a search result for a role: the monitor for farms and animals, otherwise the record's page; null: no page for it. */
export function placeOf(
  finding: Finding,
  table: readonly Screen[],
  role: Role | null,
  hintOf: (finding: Finding) => string,
): Place | null {
  const way = wayTo(finding, (path) =>
    table.some((screen) => screen.path.split('/:')[0] === path && maySee(screen, role)),
  )
  const icon = way && iconOf(way.kind)
  return way && icon ? { ...way, icon, name: finding.name, hint: hintOf(finding), matched: finding.matched } : null
}

/** Returns the pages that a role can open without a record: those of the menu, and the account. */
export function screenPlaces(
  table: readonly Screen[],
  role: Role | null,
  nameOf: (screen: Screen) => string,
  groupOf: (screen: Screen) => string,
): Place[] {
  return table
    .filter((screen) => screen.roles !== 'open' && !screen.path.includes(':') && maySee(screen, role))
    .map((screen) => ({
      kind: 'screens',
      path: screen.path,
      name: nameOf(screen),
      hint: groupOf(screen),
      icon: screen.icon,
    }))
}

/** Returns whether a text occurs in a place's name or hint, or spells a part of them in pinyin. */
export function isNamed({ name, hint }: Place, text: string): boolean {
  return text.trim() === '' || [name, hint].some((words) => spanIn(words, text) !== null)
}
