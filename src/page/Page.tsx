import { Suspense, useState } from 'react'
import { Guarded } from '../access/Guarded.tsx'
import { ClockBanner } from '../results/ClockBanner.tsx'
import type { Screen } from '../routes.tsx'
import type { Part } from './part.ts'
import { PageComing } from './PageComing.tsx'
import { PageTitle } from './PageTitle.tsx'

/** One screen of the table: who may not see it gets what the guard has for them. */
export function Page({ screen, part }: { screen: Screen; part: Part }) {
  // Kept: the screen must not be drawn anew once its script has come.
  const [Component] = useState(() => part.component())
  return (
    <Guarded screen={screen}>
      <PageTitle screen={screen} />
      {screen.roles === 'open' && (
        <div className="banners-over">
          <ClockBanner />
        </div>
      )}
      <Suspense fallback={<PageComing screen={screen} />}>
        <Component />
      </Suspense>
    </Guarded>
  )
}
