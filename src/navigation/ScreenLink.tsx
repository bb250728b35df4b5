import type { ReactNode } from 'react'
import { Link, matchPath } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { maySee, useScreenTable } from './screen.ts'

/** A link to a page of the console for who may see it; for others its words alone. */
export function ScreenLink({ to, children }: { to: string; children: ReactNode }) {
  const role = useSession(({ session }) => session?.role ?? null)
  const path = to.split('?')[0] ?? to
  const isSeen = useScreenTable().some((screen) => matchPath(screen.path, path) && maySee(screen, role))
  return isSeen ? <Link to={to}>{children}</Link> : children
}
