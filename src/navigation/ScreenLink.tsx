import type { ReactNode } from 'react'
import { Link, matchPath } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { opensIn, useScreenTable } from './screen.ts'

/**
 * A link to a page of the console for who may see it; for others its words alone.
 * @param className of both; without one the words have no element of their own
 */
export function ScreenLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const session = useSession((state) => state.session)
  const path = to.split('?')[0] ?? to
  const isSeen = useScreenTable().some((screen) => matchPath(screen.path, path) && opensIn(screen, session ?? { role: null }))
  if (!isSeen) return className === undefined ? children : <span className={className}>{children}</span>
  return <Link to={to} className={className}>{children}</Link>
}
