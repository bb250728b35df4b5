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

/** Error for a missing element. It renders the page only when the text is read, as waiting tests miss often and printing is slow. */
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
  // Generous, as a busy machine is slow without being wrong.
  asyncUtilTimeout: 10_000,
  getElementError: (words, container) => new ElementError(words, container),
})

// Shortens automatic retries.
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 20 } })

declare global {
  interface Window {
    happyDOM: { setURL(url: string): void; setViewport(size: { width: number }): void; abort(): Promise<void> }
  }
}

/**
 * Opens the console for tests, at the URL of a server of its own, which calls and the live connection reach.
 * `faults.use(…)` replaces the server's answers for the current test. Each test starts with an empty browser.
 * @param userName user signed in at the start of each test
 */
export async function openTestConsole(userName?: string) {
  const faults = setupServer()
  faults.listen({ onUnhandledFrame: 'bypass' })
  // Pending calls made by the page.
  const acts = new Set<string>()
  faults.events.on('request:start', ({ request, requestId }) => {
    if (request.method !== 'GET') acts.add(requestId)
  })
  for (const answer of ['response:mocked', 'response:bypass'] as const) {
    faults.events.on(answer, async ({ response, requestId }) => {
      // Waits until the page has read the answer and run its immediate reactions.
      await response.clone().arrayBuffer().catch(() => null)
      setTimeout(() => acts.delete(requestId))
    })
  }
  /** Waits until the page's calls are answered, at most half a second. */
  const answered = () => vi.waitUntil(() => acts.size === 0, { timeout: 500 }).catch(() => acts.clear())
  const begin = async () => {
    const opened = await openTestServer()
    window.happyDOM.setURL(`${opened.url}/`)
    return opened
  }
  let server: TestServer
  const end = async () => {
    // Aborts requests before the server closes.
    await window.happyDOM.abort()
    await server.close()
  }
  const console_ = {
    get server() { return server },
    faults,
    /** Opens a page in place of the previous one, so that a later sign-in does not render two pages. */
    async open(path: string, table: readonly Screen[] = screens) {
      cleanup()
      // Loaded in advance, so that a test waits only for its own page.
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
    /** Signs in without the sign-in page as one of the scene's users, optionally with another role. */
    signIn(userName: string, role?: Role) {
      const login = server.logins[userName]
      if (!login) throw new Error(`${userName} can't sign in`)
      beginSession({ ...login, role: role ?? login.role })
    },
    /** Makes a call as another user of the scene, after the page's calls: the server has their effect before the page knows. */
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
    /** Signs in by an SMS code, which proves less than a password. */
    async signInBySms(telephone: string) {
      await request(endpoints.auth.sendSmsCode, { telephone, smsType: 'LOGIN' })
      const [message] = await console_.messages()
      const captcha = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
      beginSession(await request(endpoints.auth.login, { type: 'mobile', telephone, captcha }))
    },
    /** Messages sent by the server, newest first. */
    messages: async () => (await request(endpoints.outbox.list, { key: server.outboxKey })).list,
    /** Closes the page and keeps the session, like a reload. */
    leave: cleanup,
    reset() {
      cleanup()
      endSession()
      faults.resetHandlers()
    },
    /** Starts again with an untouched server, after a test that changed shared data. */
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
    // The live feed may show a change before its call is answered, and a test may end there; so this waits for the answer.
    await answered()
    console_.reset()
  })
  // Registered before any waiting: if the server does not open, cleanup still runs for the following files.
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
