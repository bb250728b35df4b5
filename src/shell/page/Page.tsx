import { Suspense, useState } from 'react'
import { RouteGuard } from './RouteGuard.tsx'
import { ClockBanner } from '../banners/ClockBanner.tsx'
import type { Screen } from '../../navigation/screen.ts'
import type { ScreenChunk } from './screenChunk.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'

/** One screen of the table: who may not see it gets what the guard has for them. */
export function Page({ screen, part }: { screen: Screen; part: ScreenChunk }) {
  // Kept: the screen must not be drawn again once its script has come.
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
