import { act, cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createHandlers } from '#mocks/handlers.ts'
import { createLiveSocket } from '#mocks/liveSocket.ts'
import { createWorld } from '#mocks/pretend/createWorld.ts'
import type { Role } from '#contract/roles.ts'
import { CallErrorNotices } from './shell/call-errors/CallErrorNotices.tsx'
import { setLocale } from './locale/locale.ts'
import { LocaleProvider } from './locale/LocaleProvider.tsx'
import { toRoutes } from './router.tsx'
import { screens } from './routes.tsx'
import type { Screen } from './navigation/screen.ts'
import { replaceLiveSocket } from './store/liveSocket.ts'
import { beginSession, endSession } from './api/session.ts'
import { Motion } from './theme/motion.ts'

// A machine that does much else at the same time is slow, not wrong.
configure({ asyncUtilTimeout: 5000 })

/** The console over the pretend product, as a test opens it: calls are answered, the live wire is the simulator's. */
export function openTestConsole() {
  const world = createWorld(Date.UTC(2026, 4, 1, 2))
  const startMs = performance.now()
  const server = setupServer(...createHandlers(world))
  const nowMs = () => Date.UTC(2026, 4, 1, 2) + performance.now() - startMs
  replaceLiveSocket(() => createLiveSocket(world, nowMs))
  server.listen({ onUnhandledFrame: 'error' })
  return {
    world,
    server,
    async open(path: string, table: readonly Screen[] = screens) {
      // Loaded beforehand: a test waits for what it opens, not for what is around it.
      await Promise.all([setLocale('zh-CN'), import('./shell/Shell.tsx'), import('./shell/page/AntdLayout.tsx')])
      const router = createMemoryRouter(toRoutes(table), { initialEntries: [path] })
      const view = render(
        <LocaleProvider>
          <Motion value={false}>
            <CallErrorNotices />
            <RouterProvider router={router} />
          </Motion>
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
    /** Signs in without the login screen, as one of the pretend accounts. */
    signIn(userName: string, role: Role) {
      beginSession({ token: `mock-${userName}`, role, userOrgId: 3, organizationRole: 'SUPERVISOR', organizationName: '锡盟活畜监管公司' })
    },
    /** Closes the page and keeps the session, as a reload does. */
    leave: cleanup,
    reset() {
      cleanup()
      endSession()
      server.resetHandlers()
    },
    close() {
      server.close()
    },
  }
}
