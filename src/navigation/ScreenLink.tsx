import type { ReactNode } from 'react'
import { Link, matchPath } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { opensIn, useScreenTable } from './screen.ts'

/**
 * Link to a page of the console for users who may see it; for others only its text.
 * @param className applies to link and text; without it the plain text has no element
 */
export function ScreenLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const opens = useOpens(to)
  if (!opens) return className === undefined ? children : <span className={className}>{children}</span>
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

/** Returns whether the current session may open a page of the console. */
export function useOpens(to: string): boolean {
  const session = useSession((state) => state.session)
  const path = to.split('?')[0] ?? to
  return useScreenTable().some(
    (screen) => matchPath(screen.path, path) !== null && opensIn(screen, session ?? { role: null }),
  )
}
