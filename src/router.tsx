import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { loadChunk } from './navigation/loadChunk.ts'
import { dashboardOf, landingOf } from './navigation/landing.ts'
import { RootLayout } from './shell/page/RootLayout.tsx'
import { Page } from './shell/page/Page.tsx'
import { PageSkeleton } from './shell/page/PageSkeleton.tsx'
import { PageError } from './shell/page/PageError.tsx'
import { createScreenChunk } from './shell/page/screenChunk.ts'
import { NotFoundResult } from './shell/results/lazyResults.tsx'
import { loginPath } from './navigation/paths.ts'
import { screens } from './routes.tsx'
import { ScreenTable, useScreenTable, type Screen } from './navigation/screen.ts'
import { useSession } from './api/session.ts'

/**
 * Converts a screen to a route. Its script loads before the page changes, so the old page stays until then.
 * A screen that shows the 403 result does not load its script.
 */
function toRoute(screen: Screen): RouteObject {
  const part = createScreenChunk(screen)
  return {
    path: screen.path,
    handle: screen,
    loader: () => part.prepare(),
    // Search parameters belong to the screen and load nothing.
    shouldRevalidate: () => false,
    // Without a key the router would keep the previous screen's state.
    element: <Page key={screen.path} screen={screen} part={part} />,
    errorElement: <PageError screen={screen} />,
    hydrateFallbackElement: <PageSkeleton screen={screen} />,
  }
}

function Landing({ pathOf }: { pathOf: typeof landingOf }) {
  const table = useScreenTable()
  const session = useSession((state) => state.session)
  return <Navigate to={session ? pathOf(table, session.role) : loginPath} replace />
}

/**
 * Converts the table of screens to routes: the shell, the two redirects, and the page for all other paths.
 * The shell and antd's provider load separately, so that screens without them do not wait.
 */
export function toRoutes(table: readonly Screen[]): RouteObject[] {
  const isBare = ({ wall, roles }: Screen) => wall === true || roles === 'open'
  const bare = table.filter(isBare)
  return [
    {
      element: (
        <ScreenTable value={table}>
          <RootLayout />
        </ScreenTable>
      ),
      errorElement: (
        <ScreenTable value={table}>
          <PageError />
        </ScreenTable>
      ),
      hydrateFallbackElement: <></>,
      children: [
        ...bare.filter(({ withoutAntd }) => withoutAntd).map(toRoute),
        {
          lazy: async () => ({
            Component: (await loadChunk(() => import('./shell/page/AntdLayout.tsx'), false)).AntdLayout,
          }),
          children: bare.filter(({ withoutAntd }) => !withoutAntd).map(toRoute),
        },
        // The server has the public site at this path; links within the console that lead here are redirected.
        { path: '/', element: <Landing pathOf={landingOf} /> },
        { path: '/dashboard', element: <Landing pathOf={dashboardOf} /> },
        { path: '/404', element: <NotFoundResult /> },
        {
          lazy: async () => ({ Component: (await loadChunk(() => import('./shell/Shell.tsx'), false)).Shell }),
          children: [
            ...table.filter((screen) => !isBare(screen)).map(toRoute),
            { path: '*', element: <NotFoundResult /> },
          ],
        },
      ],
    },
  ]
}

export const router = createBrowserRouter(toRoutes(screens))
