import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { Role } from '#contract/roles.ts'

/** Who makes a call. */
export interface Caller {
  userName: string
  role: Role
}

type Answer<E> = E extends Endpoint<infer I, infer O> ? (input: z.output<I>, caller: Caller | null) => z.output<O> : never
type Endpoints = typeof endpoints
/** What the server's handlers are typed by, too: a call of the table without an answer does not compile. */
export type Answers = { [N in keyof Endpoints]: { [C in keyof Endpoints[N]]: Answer<Endpoints[N][C]> } }
