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
 * One screen as a route. Its script is loaded before the page changes, so that the old one stays until then; a script
 * that the caller may not have is not loaded for the 403 result.
 */
function toRoute(screen: Screen): RouteObject {
  const part = createScreenChunk(screen)
  return {
    path: screen.path,
    handle: screen,
    loader: () => part.prepare(),
    // Its search parameters are the screen's own matter: nothing is loaded for them.
    shouldRevalidate: () => false,
    // The router puts one screen in the place of another: without a key it would keep the state of the one before.
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
 * The table of screens as routes, and what is around it: the shell, the two redirects, the page for every other address.
 * The shell and what antd needs come as scripts of their own, so that a screen without them does not wait for them.
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
          lazy: async () => ({ Component: (await loadChunk(() => import('./shell/page/AntdLayout.tsx'), false)).AntdLayout }),
          children: bare.filter(({ withoutAntd }) => !withoutAntd).map(toRoute),
        },
        // At this address the server has the public site; a way within the console that leads here leads on.
        { path: '/', element: <Landing pathOf={landingOf} /> },
        { path: '/dashboard', element: <Landing pathOf={dashboardOf} /> },
        { path: '/404', element: <NotFoundResult /> },
        {
          lazy: async () => ({ Component: (await loadChunk(() => import('./shell/Shell.tsx'), false)).Shell }),
          children: [...table.filter((screen) => !isBare(screen)).map(toRoute), { path: '*', element: <NotFoundResult /> }],
        },
      ],
    },
  ]
}

export const router = createBrowserRouter(toRoutes(screens))
