import type { Endpoint, Parsed, Reply } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Context } from './context.ts'
import type { Caller } from './auth/sessions.ts'
import type { Language } from './languages.ts'

/** Facts about a call other than its input, for the few handlers that need them. */
export interface CallInfo {
  /** Network address of the call. */
  address: string
  /** User agent of the browser. */
  agent: string | undefined
  /** Name that this server gave the browser; undefined when it has no name or does not store one. */
  browser: string | undefined
  /** Returns the browser's name; gives it a new one with the answer when it has no name. */
  nameBrowser(): string
  /** The caller's language, among those that the server supports. */
  language: Language
}

/**
 * Handles one call. The input is validated and the caller's role is allowed; the handler must check access to
 * the objects in the input.
 * @throws CallError to refuse
 */
export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  caller: Caller,
  context: Context,
  call: CallInfo,
) => Promise<Reply<E>>

/** A handler of any call. Its input has passed the schema of its own call. */
export type AnyHandler = (input: never, caller: Caller, context: Context, call: CallInfo) => Promise<unknown>

type Endpoints = typeof endpoints

/** The handlers of one noun of the endpoint table. */
export type HandlersOf<Noun extends keyof Endpoints> = {
  [Call in keyof Endpoints[Noun]]: Endpoints[Noun][Call] extends Endpoint ? Handler<Endpoints[Noun][Call]> : never
}

/** Handlers for every call of the product; a missing one is a compile error. */
export type Handlers = { [Noun in keyof Endpoints]: HandlersOf<Noun> }
