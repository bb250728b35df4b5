import { Suspense, useState } from 'react'
import { RouteGuard } from './RouteGuard.tsx'
import { ClockBanner } from '../banners/ClockBanner.tsx'
import type { Screen } from '../../navigation/screen.ts'
import type { ScreenChunk } from './screenChunk.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'

/** A screen of the table inside its guard, which handles users without access. */
export function Page({ screen, part }: { screen: Screen; part: ScreenChunk }) {
  // Kept in state: the screen must not be remounted when its script has loaded.
  const [Component] = useState(() => part.component())
  return (
    <RouteGuard screen={screen}>
      <DocumentTitle screen={screen} />
      {screen.roles === 'open' && (
        <div className="banners-over">
          <ClockBanner />
        </div>
      )}
      <Suspense fallback={<PageSkeleton screen={screen} />}>
        <Component />
      </Suspense>
    </RouteGuard>
  )
}
