import './figures.css'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { ZoneContext } from '../../../locale/formats.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { CoverageCard } from './CoverageCard.tsx'
import { HeadcountCards } from './HeadcountCards.tsx'
import { HeadsDrawer, type Unfolded } from './HeadsDrawer.tsx'
import { LedgerCard } from './LedgerCard.tsx'
import { TrendCard } from './TrendCard.tsx'
import { UnaccountedCard } from './UnaccountedCard.tsx'

/**
 * How many of a project's heads are there, how that is known, and whether the loan is covered.
 * @param isLent whether there is still a loan to be covered
 */
export function ProjectFigures({ id, isLent }: { id: number; isLent: boolean }) {
  const { data: headcount } = useCall(endpoints.projectHeadcounts.shown, { id })
  const { data: coverage } = useCall(endpoints.projectCoverage.shown, { id })
  const [unfolded, setUnfolded] = useState<Unfolded | null>(null)
  useHeardAgain(headcount?.farmIds ?? [])
  if (!headcount || !coverage) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <ZoneContext value={headcount.timeZone}>
      <div className="figures">
        <HeadcountCards headcount={headcount} onUnfold={setUnfolded} />
        <div className="figures-columns">
          <div className="figures-column">
            {isLent && <CoverageCard id={id} coverage={coverage} />}
            <TrendCard id={id} warningLine={coverage.warningLine} />
          </div>
          <div className="figures-column">
            <UnaccountedCard id={id} headcount={headcount} />
            <LedgerCard id={id} headcount={headcount} />
          </div>
        </div>
      </div>
      <HeadsDrawer id={id} unfolded={unfolded} onClose={() => setUnfolded(null)} />
    </ZoneContext>
  )
}
