import './shell.css'
import { Outlet } from 'react-router-dom'
import type { Screen } from '../routes.tsx'
import { useSession } from '../store/session.ts'
import { ClockBanner } from '../results/ClockBanner.tsx'
import { InShell } from './inShell.ts'

/** The frame around all screens but walls and those that need no session. */
export function Shell(_props: { screens: readonly Screen[] }) {
  const session = useSession((state) => state.session)
  // The guard inside sends them to the login; an address that leads nowhere says so without a frame.
  if (!session) return <Outlet />
  return (
    <InShell value>
      <div className="shell">
        <ClockBanner />
        <main className="shell-main">
          <Outlet />
        </main>
      </div>
    </InShell>
  )
}
