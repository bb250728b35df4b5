import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { scopeOf } from '#contract/calls/keyScopes.ts'
import { csvFeedOf } from '#contract/calls/feeds.ts'
import { listShape } from '#contract/calls/lists.ts'
import type { WallScreen } from '#contract/people/wallScreens.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import { createKeyAccess } from '../auth/keyAccess.ts'
import { type Caller, nobody } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { cancellable } from '../db/cancellable.ts'
import type { Sql } from '../db/connect.ts'
import { bearerKeyOf, challengeOf } from './bearerKey.ts'
import { browserCookie, newBrowser, readBrowser } from './browserCookie.ts'
import { ofIssues } from './errors.ts'
import { answerFeed } from './feedAnswer.ts'
import { createExportSlots, exportHandler } from './export.ts'
import type { AnyHandler, CallInfo, Handlers } from '../handler.ts'
import { bodyLimitOf, parseInput } from '../inputBounds.ts'
import { readLanguage } from '../languages.ts'
import { networkOf } from '../rateLimiter.ts'
import * as nouns from '../resources/nouns.ts'
import { Turns } from './costly/turns.ts'
import { answerWithinMs, within } from './within.ts'

/** A noun or a call without a handler does not compile. */
const handlers: Handlers = nouns

/** Clock skew that is not reported, ms. */
const maxSkewMs = 5 * 60_000

/** Calls allowed to a user whose required second factor is missing: setting it up, and signing out. */
const callsWithoutTwoFactor: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.account.profile,
  endpoints.account.beginTwoFactor,
  endpoints.account.confirmTwoFactor,
  endpoints.account.endTwoFactor,
  // Users without a password need one before they can set up a second factor.
  endpoints.account.changePassword,
  endpoints.auth.logout,
  ...Object.values(endpoints.notices),
])

/** Concurrency of lists and reports, per account and in total. A screen requests several at once, and the total leaves connections for exports. */
const costlyLimits = { concurrency: 3, inAll: 5, waiting: 100 }

/** Concurrency of all other calls, which share few connections: per account, or per network of unauthenticated callers. */
const smallLimits = { concurrency: 16, inAll: Infinity, waiting: 500 }

/** Calls that every wall may make. */
const openToAllDisplays: readonly Endpoint[] = [
  endpoints.account.profile,
  endpoints.auth.logout,
  endpoints.baseMap.shown,
  ...Object.values(endpoints.monitor),
]

/** Calls that a wall may make, by its screen. They only read, and return nothing personal of the user who paired it. */
const openToDisplays: Readonly<Record<WallScreen, ReadonlySet<Endpoint>>> = {
  MONITOR: new Set<Endpoint>([
    ...openToAllDisplays,
    endpoints.alerts.detail,
    endpoints.alerts.list,
    endpoints.animals.card,
    endpoints.cameras.shown,
    endpoints.cameras.view,
    ...Object.values(endpoints.headcounts),
  ]),
  PROJECTS: new Set<Endpoint>([...openToAllDisplays, endpoints.projectMonitor.shown]),
}

/** Public calls that use the caller's identity if there is one. */
const readsOptionalCaller: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.auth.confirmEmail,
  endpoints.feedback.send,
  endpoints.marketingPages.page,
])

/** A call made this long after the user's last activity, ms, counts as automatic. The page reports that time. */
const activityMs = 60_000

/**
 * Binds every call of the endpoint table. In this order: timestamp header, caller, access, body, input schema, handler, and the reply
 * schema, so that unknown fields never leave. A list call has a second address that exports its rows as a file.
 * A call's queries are cancelled when its answer is late.
 * @param costly the pool of lists, files and reports
 * @param answerMs maximum time for an answer, ms
 */
export function bindEndpoints(
  api: FastifyInstance,
  context: Context,
  { costly, answerMs = answerWithinMs }: { costly: Sql; answerMs?: number },
): void {
  const turns = new Turns(costlyLimits)
  const smallTurns = new Turns(smallLimits)
  const exporting = createExportSlots()
  const callers = new WeakMap<FastifyRequest, Caller>()

  const keys = createKeyAccess(context)

  const admitKey = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, secret: string) => {
    const scope = scopeOf(endpoint)
    const { ip: address, headers } = request
    try {
      const what = `${endpoint.method} ${endpoint.path}`
      const call = { secret, address, agent: headers['user-agent'], scope, what, isRepeated: callers.has(request) }
      const caller = await within(answerWithinMs, keys.admit(call))
      // A scope can name a call that the organisation's administrator may not make.
      if (!mayCall(endpoint.access, caller)) throw new CallError('NOT_ALLOWED')
      callers.set(request, caller)
      return caller
    } catch (error) {
      const challenge = error instanceof CallError ? challengeOf(error, scope) : undefined
      if (challenge !== undefined) void reply.header('WWW-Authenticate', challenge)
      throw error
    }
  }

  const admit = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const secret = bearerKeyOf(request)
    return secret === null ? admitPerson(endpoint, request) : admitKey(endpoint, request, reply, secret)
  }

  const admitPerson = async (endpoint: Endpoint, request: FastifyRequest): Promise<Caller> => {
    const caller = await within(
      answerWithinMs,
      context.sessions.authenticate(headerOf(request, 'x-auth-token'), isAct(request)),
    )
    if (!caller) throw new CallError('NOT_SIGNED_IN')
    if (!mayCall(endpoint.access, caller) || !isOpenTo(caller, endpoint)) {
      const { userId, userName } = caller
      const agent = request.headers['user-agent']
      context.securityLog.note({
        kind: 'REFUSED',
        userId,
        userName,
        address: request.ip,
        agent,
        what: `${endpoint.method} ${endpoint.path}`,
      })
      throw new CallError('NOT_ALLOWED')
    }
    if (caller.twoFactorDue && !callsWithoutTwoFactor.has(endpoint)) throw new CallError('TWO_FACTOR_DUE')
    const admitted = { ...caller, address: request.ip }
    callers.set(request, admitted)
    return admitted
  }

  /** Identifies the optional caller of a public call. Ignores walls and sessions that lack a required second factor. */
  const recognise = async (request: FastifyRequest): Promise<void> => {
    const token = headerOf(request, 'x-auth-token')
    const caller =
      token === '' ? null : await within(answerWithinMs, context.sessions.authenticate(token, isAct(request)))
    if (caller && caller.displayId === null && !caller.twoFactorDue)
      callers.set(request, { ...caller, address: request.ip })
  }

  const routeOf = (endpoint: Endpoint) => ({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitOf(endpoint),
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (readsOptionalCaller.has(endpoint)) await recognise(request)
      if (endpoint.access === 'public') return
      // Machines need no clock.
      if (bearerKeyOf(request) === null) {
        const skew = readTimestamp(request.headers['x-auth-timestamp']) - machineNow()
        if (Math.abs(skew) > maxSkewMs) void reply.header('X-CLOCK-SKEW', Math.round(skew))
      }
      await admit(endpoint, request, reply)
    },
    // The body may arrive much later than the headers, so access is checked again.
    async preHandler(request: FastifyRequest, reply: FastifyReply) {
      if (endpoint.access !== 'public' && request.body !== undefined) await admit(endpoint, request, reply)
    },
  })
  const callerOf = (request: FastifyRequest) => callers.get(request) ?? { ...nobody, address: request.ip }
  const infoOf = (request: FastifyRequest, reply: FastifyReply): CallInfo => ({
    address: request.ip,
    agent: request.headers['user-agent'],
    language: readLanguage(request.headers['accept-language']),
    browser: readBrowser(request.headers.cookie, context.publicUrl),
    nameBrowser() {
      const browser = readBrowser(request.headers.cookie, context.publicUrl) ?? newBrowser()
      void reply.header('Set-Cookie', browserCookie(browser, context.publicUrl))
      return browser
    },
  })

  const bindCall = (endpoint: Endpoint, handler: AnyHandler): void => {
    const isCostly = endpoint.isCostly === true || listShape(endpoint) !== null
    const answerWith =
      (isCsv: boolean) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const input = inputOf(request)
        const parsed = parseInput(endpoint.input, input)
        if (!parsed.success) throw ofIssues(parsed.issues, input)
        const caller = callerOf(request)
        const end = new AbortController()
        const sql = cancellable(isCostly ? costly : context.sql, end.signal)
        const work = () => handler(parsed.data as never, caller, { ...context, sql }, infoOf(request, reply))
        const group = caller.organisationId === null ? keyOf(caller) : `organisation ${caller.organisationId}`
        const answer = (isCostly ? turns : smallTurns).take(keyOf(caller), end.signal, work, group)
        const data = z.parse(endpoint.reply, await within(answerMs, answer, end))
        if (endpoint.isFeed === true) return answerFeed(endpoint, data, { request, reply, isCsv })
        void reply.header('Cache-Control', 'no-store')
        return { success: true, data }
      }
    api.route({ ...routeOf(endpoint), handler: answerWith(false) })
    const csv = csvFeedOf(endpoint)
    if (csv !== null) api.route({ ...routeOf(csv), handler: answerWith(true) })
    const file = exportHandler(endpoint, handler, exporting)
    if (file === null) return
    api.route({
      ...routeOf(file.endpoint),
      handler: (request, reply) =>
        file.answer(inputOf(request), {
          caller: callerOf(request),
          admit: () => admit(file.endpoint, request, reply),
          context: { ...context, sql: costly },
          info: infoOf(request, reply),
          reply,
        }),
    })
  }

  const handlersByNoun: Record<string, Record<string, AnyHandler>> = handlers
  for (const [noun, calls] of Object.entries<Record<string, Endpoint>>(endpoints))
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlersByNoun[noun]?.[name]
      if (handler === undefined) throw new Error(`${noun}.${name} has no handler`)
      bindCall(call, handler)
    }
}

/** Returns the account of a caller, or the network of an unauthenticated one. */
const keyOf = ({ userId, address }: Caller): string => (userId === 0 ? networkOf(address) : `user ${userId}`)

/** Returns whether a caller's role may make a call. */
export function mayCall(access: Access, caller: Pick<Caller, 'role'>): boolean {
  return access === 'public' || access === 'signedIn' || access.includes(caller.role)
}

/** Returns whether a call is open to the caller's wall; always true for a person. */
function isOpenTo(
  { displayId, displayShows }: Pick<Caller, 'displayId' | 'displayShows'>,
  endpoint: Endpoint,
): boolean {
  return displayId === null || (displayShows !== null && openToDisplays[displayShows].has(endpoint))
}

/** Returns whether a call counts as user activity, which it does unless its header says otherwise. */
function isAct(request: FastifyRequest): boolean {
  const idleMs = headerOf(request, 'x-auth-idle')
  return !/^\d{1,16}$/.test(idleMs) || Number(idleMs) < activityMs
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function readTimestamp(value: string | string[] | undefined): number {
  if (typeof value !== 'string' || !/^-?\d{1,16}(\.\d+)?$/.test(value.trim())) throw new CallError('BAD_TIMESTAMP')
  return Number(value)
}

/** Merges query, body and path parameters into one input; the path wins. */
function inputOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new CallError('BAD_SHAPE', { fields: { '': 'invalid_type' } })
  return { ...asRecord(request.query), ...asRecord(body), ...asRecord(request.params) }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
