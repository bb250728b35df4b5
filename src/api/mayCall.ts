import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { Role } from '#contract/people/roles.ts'

/** Whether a role may make a call, as the endpoint table says: what may not be called is not offered. */
export function mayCall({ access }: Pick<Endpoint, 'access'>, role: Role | null): boolean {
  return access === 'public' || access === 'signedIn' || access.includes(role ?? 'OTHERS')
}
