import { act, cleanup, configure, prettyDOM, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Envelope } from '#contract/calls/envelope.ts'
import type { Role } from '#contract/people/roles.ts'
import { queryClient } from './api/queries.ts'
import { authHeaders, fillPath, request } from './api/request.ts'
import { beginSession, endSession } from './api/session.ts'
import { CallErrorNotices } from './shell/call-errors/CallErrorNotices.tsx'
import { LateNotice } from './shell/page/LateNotice.tsx'
import { setLocale } from './locale/locale.ts'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import type { Screen } from './navigation/screen.ts'
import { toRoutes } from './router.tsx'
import { screens } from './routes.tsx'
import './testStyles.ts'
import { openTestServer, type TestServer } from './testBackend.ts'
import { Looks } from './theme/looks.ts'

/** Says what is missing, and shows the page to whoever reads it: a test that waits misses often, and a page takes long to write. */
class ElementError extends Error {
  readonly #words: string | null
  readonly #container: Element

  constructor(words: string | null, container: Element) {
    super()
    this.name = 'ElementError'
    this.#words = words
    this.#container = container
  }

  override get message(): string {
    return `${this.#words ?? ''}\n\n${prettyDOM(this.#container) || ''}`
  }
}

configure({
  // A machine that does much else at the same time is slow, not wrong.
  asyncUtilTimeout: 10_000,
  getElementError: (words, container) => new ElementError(words, container),
})

// An automatic retry comes soon.
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 20 } })

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void; setViewport(size: { width: number }): void; abort(): Promise<void> }
  }
}

/**
 * The console as a test opens it, at the address of a server of its own. Calls and the live connection reach that server;
 * `faults.use(…)` puts an answer of the test's in place of the server's for that test. Each test finds an empty browser.
 * @param userName who is signed in when a test begins
 */
export async function openTestConsole(userName?: string) {
  const faults = setupServer()
  faults.listen({ onUnhandledFrame: 'bypass' })
  // What was done on the page, and is not answered yet.
  const acts = new Set<string>()
  faults.events.on('request:start', ({ request, requestId }) => {
    if (request.method !== 'GET') acts.add(requestId)
  })
  for (const answer of ['response:mocked', 'response:bypass'] as const) {
    faults.events.on(answer, async ({ response, requestId }) => {
      // Once the page has read all of it, and done with it what it does at once.
      await response.clone().arrayBuffer().catch(() => null)
      setTimeout(() => acts.delete(requestId))
    })
  }
  /** Waits until what was done on the page is answered, if it is to be. */
  const answered = () => vi.waitUntil(() => acts.size === 0, { timeout: 500 }).catch(() => acts.clear())
  const begin = async () => {
    const opened = await openTestServer()
    window.happyDOM.setURL(`${opened.url}/`)
    return opened
  }
  let server: TestServer
  const end = async () => {
    // No request goes on to a server that is gone.
    await window.happyDOM.abort()
    await server.close()
  }
  const console_ = {
    get server() { return server },
    faults,
    /** Opens a page in place of the one before: whoever signs in next is not shown to two. */
    async open(path: string, table: readonly Screen[] = screens) {
      cleanup()
      // Loaded beforehand: a test waits for what it opens, not for what is around it.
      await Promise.all([setLocale('zh-CN'), import('./shell/Shell.tsx'), import('./shell/page/AntdLayout.tsx'), import('./store/live.ts')])
      const router = createMemoryRouter(toRoutes(table), { initialEntries: [path] })
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
    /** Signs in without the login screen, as one of the scene's users, who may appear to have another role. */
    signIn(userName: string, role?: Role) {
      const login = server.logins[userName]
      if (!login) throw new Error(`${userName} can't sign in`)
      beginSession({ ...login, role: role ?? login.role })
    },
    /** Makes a call as another of the scene's users, after what was done on the page: the server has that before the page knows. */
    async callAs<E extends Endpoint>(userName: string, endpoint: E, input: Input<E>): Promise<Reply<E>> {
      await answered()
      const { path, rest } = fillPath(endpoint.path, input as Record<string, unknown>)
      const headers = { ...authHeaders(), 'x-auth-token': server.logins[userName]?.token ?? '', 'content-type': 'application/json' }
      const body = endpoint.method === 'GET' ? {} : { body: JSON.stringify(rest) }
      const response = await fetch(path, { method: endpoint.method, headers, ...body })
      const envelope = (await response.json()) as Envelope<Reply<E>>
      if (!envelope.success) throw new Error(`${path}: ${envelope.error.code}`)
      return envelope.data
    },
    /** Signs in by the code of an SMS, which proves less than a password does. */
    async signInBySms(telephone: string) {
      await request(endpoints.auth.sendSmsCode, { telephone, smsType: 'LOGIN' })
      const [message] = await console_.messages()
      const captcha = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
      beginSession(await request(endpoints.auth.login, { type: 'mobile', telephone, captcha }))
    },
    /** Messages that the server has sent to people, the newest first. */
    messages: async () => (await request(endpoints.outbox.list, { key: server.outboxKey })).list,
    /** Closes the page and keeps the session, as a reload does. */
    leave: cleanup,
    reset() {
      cleanup()
      endSession()
      faults.resetHandlers()
    },
    /** Begins again with an untouched server: after a test that changed what others look at. */
    async renew() {
      await end()
      server = await begin()
    },
  }
  beforeEach(() => {
    localStorage.clear()
    if (userName !== undefined) console_.signIn(userName)
  })
  afterEach(async () => {
    // The feed may show what was done before its answer says so, and a test may end there. The page stays until it has said so too.
    await answered()
    console_.reset()
  })
  // Said before anything is waited for: a server that does not open leaves nothing to the files after this one.
  afterAll(async () => {
    try {
      await end()
    } finally {
      faults.close()
    }
  })
  server = await begin()
  return console_
}
