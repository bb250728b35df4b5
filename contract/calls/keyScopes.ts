import type { Role } from '../people/roles.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { exportOf } from './exports.ts'
import { listShape } from './lists.ts'

/** Returns the scope that an API key needs for a call: `pens:read`; null for public calls and those of people. */
export function scopeOf(call: Endpoint): string | null {
  if (call.noun === undefined || call.access === 'public' || call.isPersonal === true) return null
  const reads = call.method === 'GET' || call.onlyReads === true || listShape(call) !== null
  return `${call.noun}:${reads ? 'read' : 'write'}`
}

const calls = Object.values(endpoints).flatMap((noun) =>
  Object.values<Endpoint>(noun).flatMap((call) => [call, exportOf(call) ?? []].flat()),
)

/** Returns the scopes that a key of an administrator's organisation can have: of all calls that the administrator may make. */
export function scopesOf(role: Role): string[] {
  const scopes = calls.flatMap((call) => {
    const isAllowed = call.access === 'signedIn' || (Array.isArray(call.access) && call.access.includes(role))
    return isAllowed ? (scopeOf(call) ?? []) : []
  })
  return [...new Set(scopes)].toSorted()
}
