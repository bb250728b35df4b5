import type { Endpoint, Parsed, Reply } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Context } from './context.ts'
import type { Caller } from './auth/sessions.ts'
import type { Language } from './languages.ts'

/** Facts about the call beside its input, which a few handlers need. */
export interface CallInfo {
  /** The network address that it came from. */
  address: string
  /** The browser, as it names itself. */
  agent: string | undefined
  /** The name that this server gave the browser; undefined: none, or it keeps none. */
  browser: string | undefined
  /** Gives the browser a name, with the answer, where it has none. */
  nameBrowser(): string
  /** The caller's language, of those that the server has words in. */
  language: Language
}

/**
 * Does one call: the input is parsed and the caller's role was found to fit; whether the caller may see the objects
 * that the input names is for the handler to check.
 * @throws CallError for a refusal
 */
export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  caller: Caller,
  context: Context,
  call: CallInfo,
) => Promise<Reply<E>>

type Endpoints = typeof endpoints

/** The handlers of one noun of the endpoint table. */
export type HandlersOf<Noun extends keyof Endpoints> = {
  [Call in keyof Endpoints[Noun]]: Endpoints[Noun][Call] extends Endpoint ? Handler<Endpoints[Noun][Call]> : never
}

/** A handler for every call of the product: one that is missing does not compile. */
export type Handlers = { [Noun in keyof Endpoints]: HandlersOf<Noun> }
