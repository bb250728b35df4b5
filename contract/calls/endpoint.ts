import type { z } from 'zod'
import type { Role } from '../people/roles.ts'

/** Who may make a call: anyone, any signed-in user, or these roles. */
export type Access = 'public' | 'signedIn' | readonly Role[]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a schema of a call must be. `z.ZodType` has sixty methods more, which the compiler would compare for every call. */
type Schema = z.core.$ZodType

/** Maximum body of a call, bytes. Everything in a body costs time before its call is refused. */
export const maxBodyBytes = 65_536
/** Maximum body of a call with thousands of animals, corners or words, bytes. */
export const maxLongBodyBytes = 262_144

/**
 * One call of the API. `path` names its parameters in braces (`/farm/detail/{id}`). They are merged into the input before it is parsed, so the input
 * schema names them too.
 */
export interface Endpoint<I extends Schema = Schema, O extends Schema = Schema> {
  method: Method
  path: string
  access: Access
  input: I
  reply: O
  summary: string
  /** The call reads a lot of data. Like a list call, it waits for its account's turn. */
  isCostly?: boolean
  /** A feed (`feedInput`, `feedReply`): answers JSON or CSV, with an ETag. */
  isFeed?: boolean
  /** Maximum body size in bytes, if larger than `maxBodyBytes`. */
  maxBytes?: number
  /** A POST call that changes nothing: an API key needs only the noun's read scope for it. */
  onlyReads?: boolean
  /** Only people make the call: it concerns their own account, credentials or decisions. API keys never may. */
  isPersonal?: boolean
  /** The noun that the call belongs to, set by `ofNoun`. */
  noun?: string
}

/** Declares an endpoint and preserves its exact schema types for the server, the client and the mocks. */
export function endpoint<I extends Schema, O extends Schema>(call: Endpoint<I, O>): Endpoint<I, O> {
  return call
}

/** Sets the noun of each call: its name in `nouns.ts`. */
export function ofNoun<C extends Record<string, Endpoint>>(noun: string, calls: C): C {
  for (const call of Object.values(calls)) call.noun = noun
  return calls
}

/** Sets the noun of each call, and leaves all of them to people. */
export function ofPersonalNoun<C extends Record<string, Endpoint>>(noun: string, calls: C): C {
  for (const call of Object.values(calls)) call.isPersonal = true
  return ofNoun(noun, calls)
}

export type Input<E extends Endpoint> = z.input<E['input']>
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
