import { Navigate, useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { loginFrom } from '../../navigation/paths.ts'
import { DarkPage } from '../../theme/DarkPage.tsx'
import { ForbiddenResult } from '../results/lazyResults.tsx'
import { useSession } from '../../api/session.ts'
import { maySee, type Screen } from '../../navigation/screen.ts'

/** Shows a screen to those who may see it: no session goes to the login, the wrong role gets the 403 result. */
export function RouteGuard({ screen, children }: { screen: Screen; children: ReactNode }) {
  const session = useSession((state) => state.session)
  const location = useLocation()
  if (screen.roles === 'open') return children
  if (!session) return <Navigate to={loginFrom(location)} replace />
  if (maySee(screen, session.role)) return children
  return screen.wall ? <DarkPage><ForbiddenResult /></DarkPage> : <ForbiddenResult />
}
