import { matchPath } from 'react-router-dom'
import { z } from 'zod'
import type { Role } from '#contract/people/roles.ts'
import { maySee, type Screen } from '../../navigation/screen.ts'
import { placeKinds, iconOf, type Place } from './places.ts'

const most = 5
/** Each user's own: the next one at this browser is not shown where this one was. */
const keyOf = (userId: number) => `recentPlaces.${userId}`

const keptSchema = z.array(z.object({ kind: z.enum(placeKinds), path: z.string(), name: z.string(), hint: z.string() }))
type Kept = z.infer<typeof keptSchema>

function read(userId: number): Kept {
  try {
    return keptSchema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Where the palette led last, newest first: what the role may still see of it, pages by the names they have now. */
export function recentPlaces(userId: number | null, table: readonly Screen[], role: Role | null, nameOf: (screen: Screen) => string): Place[] {
  if (userId === null) return []
  return read(userId)
    .slice(0, most)
    .flatMap(({ kind, path, name, hint }) => {
      const screen = table.find((each) => matchPath(each.path, path.split('?')[0] ?? path) && maySee(each, role))
      if (!screen) return []
      return { kind: 'recent', path, name: kind === 'screens' ? nameOf(screen) : name, hint: kind === 'screens' ? '' : hint, icon: iconOf(kind) ?? screen.icon }
    })
}

export function keepRecent(userId: number | null, place: Place): void {
  if (userId === null) return
  const others = read(userId).filter(({ path }) => path !== place.path)
  const before = read(userId).find(({ path }) => path === place.path)
  // What was gone to by the recent ones stays what it was.
  const { kind, path, name, hint } = place.kind === 'recent' && before ? before : place
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([{ kind, path, name, hint }, ...others].slice(0, most)))
  } catch {
    // Then there are none to come back to.
  }
}
