import './figures.css'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { useFormats, ZoneContext } from '../../../locale/formats.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import type { Moment } from '../past/moments.ts'
import { CoverageCard } from './CoverageCard.tsx'
import { HeadcountCards } from './HeadcountCards.tsx'
import { HeadsDrawer, type Unfolded } from '../heads/HeadsDrawer.tsx'
import { LedgerCard } from './LedgerCard.tsx'
import { OpenDrafts } from './OpenDrafts.tsx'
import { TrendCard } from './TrendCard.tsx'
import { UnaccountedCard } from './UnaccountedCard.tsx'

/**
 * Headcount of a project, its evidence, and the coverage of the loan.
 * @param isLent whether the loan is still running; afterwards nothing is counted and the last numbers are shown
 * @param moment past instant, which allows no changes; null: now
 */
export function ProjectFigures({ id, isLent, moment }: { id: number; isLent: boolean; moment: Moment | null }) {
  const intl = useIntl()
  const formats = useFormats()
  const counting = useCall(endpoints.projectHeadcounts.shown, { id, ...moment }, { shows: inPlace })
  const covering = useCall(endpoints.projectCoverage.shown, { id, ...moment }, { shows: inPlace })
  const [headcount, coverage] = [counting.data, covering.data]
  const [unfolded, setUnfolded] = useState<Unfolded | null>(null)
  // New readings do not change the past.
  useHeardAgain(moment ? [] : (headcount?.farmIds ?? []))
  if (!headcount || !coverage) return <PartComing of={[counting, covering]} lines={10} />
  return (
    <ZoneContext value={headcount.timeZone}>
      <div className="figures">
        {isLent ? (
          <HeadcountCards headcount={headcount} isPast={moment !== null} onUnfold={setUnfolded} />
        ) : (
          <p className="panel figures-part">
            {intl.formatMessage({ id: 'figures.closed' })}{' '}
            {Number(coverage.balance) > 0 && (
              <b>{intl.formatMessage({ id: 'figures.closedOwing' }, { amount: formats.amount(coverage.balance) })}</b>
            )}
          </p>
        )}
        {isLent && moment === null && <OpenDrafts id={id} />}
        <div className="figures-columns">
          <div className="figures-column">
            {isLent && <CoverageCard id={moment ? null : id} coverage={coverage} />}
            <TrendCard id={id} lines={coverage} moment={moment} />
          </div>
          <div className="figures-column">
            {isLent && <UnaccountedCard id={id} headcount={headcount} moment={moment} />}
            <LedgerCard id={id} day={isLent ? headcount : null} moment={moment} />
          </div>
        </div>
      </div>
      <HeadsDrawer id={id} unfolded={unfolded} {...(moment && { moment })} onClose={() => setUnfolded(null)} />
    </ZoneContext>
  )
}
