import { Suspense, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { Guarded } from './access/Guarded.tsx'
import { landingOf } from './access/landing.ts'
import { lazyPart } from './lazyPart.ts'
import { ClockBanner } from './results/ClockBanner.tsx'
import { LoadingFailed } from './results/LoadingFailed.tsx'
import { NotFoundResult } from './results/NotFoundResult.tsx'
import { loginPath, screens, type Screen } from './routes.tsx'
import { useSession } from './store/session.ts'

function Titled({ screen }: { screen: Screen }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: screen.titleId })
  useEffect(() => {
    document.title = `${title} · Drover`
  }, [title])
  return null
}

function toRoute(screen: Screen): RouteObject {
  const Lazy = lazyPart(async () => (await screen.load()).Component)
  return {
    path: screen.path,
    element: (
      <Guarded screen={screen}>
        <Titled screen={screen} />
        {!screen.wall && <ClockBanner />}
        <Suspense fallback={null}>
          <Lazy />
        </Suspense>
      </Guarded>
    ),
  }
}

function Landing() {
  const session = useSession((state) => state.session)
  return <Navigate to={session ? landingOf(session.role) : loginPath} replace />
}

/** The table of screens as routes, and what is around it: the two redirects, and the page for every other address. */
export function toRoutes(table: readonly Screen[]): RouteObject[] {
  return [
    {
      errorElement: <LoadingFailed />,
      children: [
        ...table.map(toRoute),
        { path: '/', element: <Landing /> },
        { path: '/dashboard', element: <Landing /> },
        { path: '*', element: <NotFoundResult /> },
      ],
    },
  ]
}

export const router = createBrowserRouter(toRoutes(screens))
