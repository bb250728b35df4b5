import type { z } from 'zod'
import type { Role } from '../people/roles.ts'

/** The callers of a call: anyone, anyone signed in, or these roles. */
export type Access = 'public' | 'signedIn' | readonly Role[]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the product. `path` names its parameters in braces (`/farm/detail/{id}`); they are merged into the
 * input before it is parsed, so the input schema names them too.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  method: Method
  path: string
  access: Access
  input: I
  reply: O
  summary: string
  /** Reads so much that it must not stand in the way of others: as lists do, it waits for its account's turn. */
  isCostly?: boolean
  /** How large its body may be, bytes, where that is more than others may send. */
  maxBytes?: number
  /** The noun of the endpoint table that it is about (`ofNoun`). */
  noun?: string
}

/** States an endpoint, keeping its exact schemas for the server, the client and the mocks. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(call: Endpoint<I, O>): Endpoint<I, O> {
  return call
}

/** Tells calls the noun that they are about, which is their name in `nouns.ts`. */
export function ofNoun<C extends Record<string, Endpoint>>(noun: string, calls: C): C {
  for (const call of Object.values(calls)) call.noun = noun
  return calls
}

export type Input<E extends Endpoint> = z.input<E['input']>
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
