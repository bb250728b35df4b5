import { act, cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router-dom'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Envelope } from '#contract/calls/envelope.ts'
import type { Role } from '#contract/people/roles.ts'
import { queryClient } from './api/queries.ts'
import { authHeaders, fillPath, request } from './api/request.ts'
import { beginSession, endSession } from './api/session.ts'
import { InShell } from './shell/inShell.ts'
import { CallErrorNotices } from './shell/call-errors/CallErrorNotices.tsx'
import { LateNotice } from './shell/page/LateNotice.tsx'
import { setLocale } from './locale/locale.ts'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import type { Screen } from './navigation/screen.ts'
import { toRoutes } from './router.tsx'
import { screens } from './routes.tsx'
import { openTestServer, type TestServer } from './testBackend.ts'
import { AntdProvider } from './theme/AntdProvider.tsx'
import { Looks } from './theme/looks.ts'

// Shortens the pause before an automatic retry.
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 20 } })

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void; setViewport(size: { width: number }): void; abort(): Promise<void> }
  }
}

/** Stands in for the shell: what a screen needs around it, without menu and header. */
function BareFrame() {
  return (
    <AntdProvider>
      <InShell value>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </InShell>
    </AntdProvider>
  )
}

/** Replaces the shell in a tree of routes: rendering it takes as long as many a screen. It is the route with the page for unknown addresses. */
function withoutShell(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    if (route.index === true || route.children === undefined) return route
    if (route.children.some(({ path }) => path === '*')) return { element: <BareFrame />, children: route.children }
    return { ...route, children: withoutShell(route.children) }
  })
}

interface ConsoleOptions {
  /** Whether screens stand in the shell with its menu and header; false by default. */
  hasShell?: boolean
}

/**
 * Registers hooks that open the console at the address of a server of its own. Calls and the live connection reach that server;
 * `faults.use(…)` replaces an answer of the server for one test. Each test starts with an empty browser.
 * The server opens with the first test: a file whose tests are all filtered out opens none.
 * @param userName signed in when a test begins; nobody when left out
 */
export function openTestConsole(userName?: string, { hasShell = false }: ConsoleOptions = {}) {
  const faults = setupServer()
  // Calls of the page that change something and are not answered yet.
  const acts = new Set<string>()
  faults.events.on('request:start', ({ request, requestId }) => {
    if (request.method !== 'GET') acts.add(requestId)
  })
  for (const answer of ['response:mocked', 'response:bypass'] as const) {
    faults.events.on(answer, async ({ response, requestId }) => {
      // Counts as answered once the page has read the body and reacted to it.
      await response
        .clone()
        .arrayBuffer()
        .catch(() => null)
      setTimeout(() => acts.delete(requestId))
    })
  }
  /** Waits up to half a second for the answers to changes made on the page. */
  const answered = () => vi.waitUntil(() => acts.size === 0, { timeout: 500 }).catch(() => acts.clear())
  const begin = async () => {
    const opened = await openTestServer()
    window.happyDOM.setURL(`${opened.url}/`)
    return opened
  }
  let server: TestServer
  const end = async () => {
    // Aborts requests first: none may reach a closed server.
    await window.happyDOM.abort()
    await server.close()
  }
  const console_ = {
    get server() {
      return server
    },
    faults,
    /** Opens a page in place of the previous one, so that a sign-in is shown on one page only. */
    async open(path: string, table: readonly Screen[] = screens, isInShell = hasShell) {
      cleanup()
      // Loads shell, layout and live connection first, so that a test waits only for its screen.
      await Promise.all([
        setLocale('zh-CN'),
        isInShell && import('./shell/Shell.tsx'),
        import('./shell/page/AntdLayout.tsx'),
        import('./store/live.ts'),
      ])
      const routes = toRoutes(table)
      const router = createMemoryRouter(isInShell ? routes : withoutShell(routes), { initialEntries: [path] })
      const view = render(
        <LocaleProvider>
          <Looks value={false}>
            <CallErrorNotices />
            <LateNotice />
            <RouterProvider router={router} />
          </Looks>
        </LocaleProvider>,
      )
      return {
        ...view,
        user: userEvent.setup(),
        path: () => router.state.location.pathname + router.state.location.search,
        go: (to: string) => act(() => router.navigate(to)),
        back: () => act(() => router.navigate(-1)),
      }
    },
    /** Opens a page in the shell, for a test that looks at menu or header. */
    openInShell: (path: string) => console_.open(path, screens, true),
    /** Signs in one of the scene's users without the login screen, in their own role or in the given one. */
    signIn(userName: string, role?: Role) {
      const login = server.logins[userName]
      if (!login) throw new Error(`${userName} can't sign in`)
      beginSession({ ...login, role: role ?? login.role })
    },
    /** Makes a call as another of the scene's users, once changes made on the page are answered. */
    async callAs<E extends Endpoint>(userName: string, endpoint: E, input: Input<E>): Promise<Reply<E>> {
      await answered()
      const { path, remaining: rest } = fillPath(endpoint.path, input as Record<string, unknown>)
      const headers = {
        ...authHeaders(),
        'x-auth-token': server.logins[userName]?.token ?? '',
        'content-type': 'application/json',
      }
      const body = endpoint.method === 'GET' ? {} : { body: JSON.stringify(rest) }
      const response = await fetch(path, { method: endpoint.method, headers, ...body })
      const envelope = (await response.json()) as Envelope<Reply<E>>
      if (!envelope.success) throw new Error(`${path}: ${envelope.error.code}`)
      return envelope.data
    },
    /** Signs in by an SMS code, which counts as weaker proof than a password. */
    async signInBySms(telephone: string) {
      await request(endpoints.auth.sendSmsCode, { telephone, smsType: 'LOGIN' })
      const [message] = await console_.messages()
      const captcha = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
      beginSession(await request(endpoints.auth.login, { type: 'mobile', telephone, captcha }))
    },
    /** Returns the messages sent by the server, newest first. */
    messages: async () => (await request(endpoints.outbox.list, { key: server.outboxKey })).list,
    /** Closes the page but keeps the session, as a reload does. */
    leave: cleanup,
    reset() {
      cleanup()
      endSession()
      faults.resetHandlers()
    },
    /** Replaces the server by an untouched one, after a test that changed what other tests read. */
    async renew() {
      await end()
      server = await begin()
    },
  }
  beforeAll(async () => {
    faults.listen({ onUnhandledFrame: 'bypass' })
    server = await begin()
  })
  beforeEach(() => {
    localStorage.clear()
    if (userName !== undefined) console_.signIn(userName)
  })
  afterEach(async () => {
    // A test may end when the feed shows a change, before its call is answered. The page stays until then.
    await answered()
    console_.reset()
  })
  // Closes the interception even when the server did not open: the next file must not inherit it.
  afterAll(async () => {
    try {
      await end()
    } finally {
      faults.close()
    }
  })
  return console_
}
