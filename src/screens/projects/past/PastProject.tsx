import '../figures/figures.css'
import { Skeleton, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { FailedRows } from '../../../list/rows/RowStates.tsx'
import { ZoneContext } from '../../../locale/formats.ts'
import { pledgeList } from '../collateral/collateralLists.tsx'
import { CoverageCard } from '../figures/CoverageCard.tsx'
import { HeadcountCards } from '../figures/HeadcountCards.tsx'
import { HeadsDrawer, type Unfolded } from '../figures/HeadsDrawer.tsx'
import type { Moment } from './moments.ts'

interface Props {
  project: Project
  moment: Moment
}

/** A project as it was: its numbers, its coverage and its pledges. Nothing of it can be changed. */
export function PastProject({ project, moment }: Props) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const part = query.get('part') === 'pledges' ? 'pledges' : 'figures'
  return (
    <>
      <Tabs
        activeKey={part}
        items={[
          { key: 'figures', label: intl.formatMessage({ id: 'past.figures' }) },
          { key: 'pledges', label: intl.formatMessage({ id: 'pledge.title' }) },
        ]}
        onChange={(key) => setQuery({ ...moment, ...(key === 'pledges' && { part: key }) })}
      />
      {part === 'pledges' ? <PastPledges project={project} moment={moment} /> : <PastFigures id={project.id} moment={moment} />}
    </>
  )
}

function PastPledges({ project: { id, status }, moment }: Props) {
  const list = useMemo(() => pledgeList({ id, status, role: null }, moment), [id, status, moment])
  return <ListPage isPart list={list} />
}

function PastFigures({ id, moment }: { id: number; moment: Moment }) {
  const headcount = useCall(endpoints.projectHeadcounts.shown, { id, ...moment }, { shows: inPlace })
  const coverage = useCall(endpoints.projectCoverage.shown, { id, ...moment }, { shows: inPlace })
  const [unfolded, setUnfolded] = useState<Unfolded | null>(null)
  const failed = [headcount, coverage].find(({ error }) => error !== null)
  if (failed?.error) return <FailedRows error={failed.error} onRetry={() => void failed.refetch()} />
  if (!headcount.data || !coverage.data) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <ZoneContext value={headcount.data.timeZone}>
      <div className="figures">
        <HeadcountCards headcount={headcount.data} onUnfold={setUnfolded} />
        <CoverageCard id={null} coverage={coverage.data} />
      </div>
      <HeadsDrawer id={id} unfolded={unfolded} moment={moment} onClose={() => setUnfolded(null)} />
    </ZoneContext>
  )
}
