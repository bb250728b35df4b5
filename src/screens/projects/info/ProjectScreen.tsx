import '../project.css'
import { Skeleton, Tabs } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { LoadFailed } from '../../../api/LoadFailed.tsx'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinNodes } from '../../../locale/joins.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { PageHeading } from '../../../navigation/PageHeading.tsx'
import { projectsPath } from '../../../navigation/paths.ts'
import { PastBar } from '../past/PastBar.tsx'
import { useMoment } from '../past/moments.ts'
import { projectTones } from '../projectTones.ts'
import { ProjectActions } from './ProjectActions.tsx'
import { projectTabs } from './tabs.ts'

const PastProject = lazyChunk(async () => (await import('../past/PastProject.tsx')).PastProject)

/** One project as each of its parties sees it. Without an id there is none: the list has them all. */
export function ProjectScreen() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownProject key={id} id={Number(id)} /> : <Navigate to={projectsPath} replace />
}

function KnownProject({ id }: { id: number }) {
  const { data, error, refetch } = useCall(endpoints.projects.detail, { id }, { shows: inPlace })
  if (data) return <OpenProject project={data} />
  if (error === null) return <Skeleton active paragraph={{ rows: 10 }} />
  return (
    <>
      <PageHeading />
      <LoadFailed error={error} onRetry={() => void refetch()} />
    </>
  )
}

function OpenProject({ project }: { project: Project }) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const role = useSession(({ session }) => session?.role ?? null)
  const tabs = projectTabs.filter(({ call }) => mayCall(call, role))
  const moment = useMoment()
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0]
  return (
    <div className="project">
      <PageHeading title={`${project.code} ${project.name}`} note={<Standing project={project} />} actions={!moment && <ProjectActions project={project} />} />
      {project.status !== 'DRAFT' && <PastBar key={moment ? `${moment.happened} ${moment.recorded ?? ''}` : ''} moment={moment} />}
      {!moment && (
        <Tabs
          activeKey={tab?.key ?? ''}
          items={tabs.map(({ key, titleId }) => ({ key, label: intl.formatMessage({ id: titleId }) }))}
          onChange={(key) => setQuery(key === tabs[0]?.key ? {} : { tab: key })}
        />
      )}
      <Suspense fallback={<Skeleton active title={false} />}>
        {moment ? <PastProject project={project} moment={moment} /> : tab && <tab.View key={tab.key} project={project} />}
      </Suspense>
    </div>
  )
}

/** How a project stands, its loan, its days and its supervisor, in a line. */
function Standing({ project: { status, loanAmount, startsOn, endsOn, supervisorOrgName } }: { project: Project }) {
  const intl = useIntl()
  const { amount, date } = useFormats()
  return (
    <span className="row project-standing">
      <Tag tone={projectTones[status]}>{intl.formatMessage({ id: `projectStatus.${status}` })}</Tag>
      <span>
        {joinNodes(
          intl,
          intl.formatMessage({ id: 'project.loanOf' }, { amount: amount(loanAmount) }),
          intl.formatMessage({ id: 'project.fromTo' }, { from: date(startsOn), to: date(endsOn) }),
          <bdi key="supervisor">{supervisorOrgName}</bdi>,
        )}
      </span>
    </span>
  )
}
