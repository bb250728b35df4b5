import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { Role } from '#contract/people/roles.ts'

/** Returns whether a role may make a call by the endpoint table; the console offers no other calls. */
export function mayCall({ access }: Pick<Endpoint, 'access'>, role: Role | null): boolean {
  return access === 'public' || access === 'signedIn' || access.includes(role ?? 'OTHERS')
}
