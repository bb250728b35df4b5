import { matchPath } from 'react-router-dom'
import { z } from 'zod'
import type { Role } from '#contract/people/roles.ts'
import { browserValue } from '../../storage/kept.ts'
import { maySee, type Screen } from '../../navigation/screen.ts'
import { placeKinds, iconOf, type Place } from './places.ts'

const maxRecent = 5
/** Stored per user, so that the next user of this browser does not see them. */
const keyOf = (userId: number) => `recentPlaces.${userId}`

const storedSchema = z.array(
  z.object({ kind: z.enum(placeKinds), path: z.string(), name: z.string(), hint: z.string() }),
)
const inBrowser = (userId: number) => browserValue('local', keyOf(userId), storedSchema)
const read = (userId: number) => inBrowser(userId).read() ?? []

/** Returns the recently opened places, newest first: those the role may still see, with the current names of pages. */
export function recentPlaces(
  userId: number | null,
  table: readonly Screen[],
  role: Role | null,
  nameOf: (screen: Screen) => string,
): Place[] {
  if (userId === null) return []
  return read(userId)
    .slice(0, maxRecent)
    .flatMap(({ kind, path, name, hint }) => {
      const screen = table.find((each) => matchPath(each.path, path.split('?')[0] ?? path) && maySee(each, role))
      if (!screen) return []
      return {
        kind: 'recent',
        path,
        name: kind === 'screens' ? nameOf(screen) : name,
        hint: kind === 'screens' ? '' : hint,
        icon: iconOf(kind) ?? screen.icon,
      }
    })
}

export function saveRecent(userId: number | null, place: Place): void {
  if (userId === null) return
  const others = read(userId).filter(({ path }) => path !== place.path)
  const before = read(userId).find(({ path }) => path === place.path)
  // A place reopened from the recent ones keeps its original kind.
  const { kind, path, name, hint } = place.kind === 'recent' && before ? before : place
  inBrowser(userId).write([{ kind, path, name, hint }, ...others].slice(0, maxRecent))
}
