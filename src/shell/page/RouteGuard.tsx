import { Navigate, useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { loginFrom, wallPaths } from '../../navigation/paths.ts'
import { DarkPage } from '../../theme/DarkPage.tsx'
import { ForbiddenResult } from '../results/lazyResults.tsx'
import { useSession } from '../../api/session.ts'
import { opensIn, type Screen } from '../../navigation/screen.ts'

/**
 * Shows a screen to users who may see it. Without a session it redirects to sign-in, a paired wall to its content; other roles get the 403 result.
 */
export function RouteGuard({ screen, children }: { screen: Screen; children: ReactNode }) {
  const session = useSession((state) => state.session)
  const location = useLocation()
  if (screen.roles === 'open') return children
  if (!session) return <Navigate to={loginFrom(location)} replace />
  if (opensIn(screen, session)) return children
  // A wall has no user who could navigate back.
  if (session.shows) return <Navigate to={wallPaths[session.shows]} replace />
  return screen.wall ? (
    <DarkPage>
      <ForbiddenResult />
    </DarkPage>
  ) : (
    <ForbiddenResult />
  )
}
