import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { dashboardOf, landingOf } from './access/landing.ts'
import { Frame } from './page/Frame.tsx'
import { Page } from './page/Page.tsx'
import { PageComing } from './page/PageComing.tsx'
import { PageFailed } from './page/PageFailed.tsx'
import { createPart } from './page/part.ts'
import { Shell } from './shell/Shell.tsx'
import { NotFoundResult } from './results/NotFoundResult.tsx'
import { loginPath, screens, type Screen } from './routes.tsx'
import { useSession } from './store/session.ts'

/**
 * One screen as a route. Its script is loaded before the page changes, so that the old one stays until then; a script
 * that the caller may not have is not loaded for the 403 result.
 */
function toRoute(screen: Screen): RouteObject {
  const part = createPart(screen)
  return {
    path: screen.path,
    handle: screen,
    loader: () => part.prepare(),
    // Its search parameters are the screen's own matter: nothing is loaded for them.
    shouldRevalidate: () => false,
    // The router puts one screen in the place of another: without a key it would keep the state of the one before.
    element: <Page key={screen.path} screen={screen} part={part} />,
    errorElement: <PageFailed screen={screen} />,
    hydrateFallbackElement: <PageComing screen={screen} />,
  }
}

function Landing({ pathOf }: { pathOf: typeof landingOf }) {
  const session = useSession((state) => state.session)
  return <Navigate to={session ? pathOf(session.role) : loginPath} replace />
}

/** The table of screens as routes, and what is around it: the shell, the two redirects, the page for every other address. */
export function toRoutes(table: readonly Screen[]): RouteObject[] {
  const isBare = ({ wall, roles }: Screen) => wall === true || roles === 'open'
  return [
    {
      element: <Frame />,
      errorElement: <PageFailed />,
      children: [
        ...table.filter(isBare).map(toRoute),
        { path: '/', element: <Landing pathOf={landingOf} /> },
        { path: '/dashboard', element: <Landing pathOf={dashboardOf} /> },
        { path: '/404', element: <NotFoundResult /> },
        {
          element: <Shell screens={table} />,
          children: [...table.filter((screen) => !isBare(screen)).map(toRoute), { path: '*', element: <NotFoundResult /> }],
        },
      ],
    },
  ]
}

export const router = createBrowserRouter(toRoutes(screens))
