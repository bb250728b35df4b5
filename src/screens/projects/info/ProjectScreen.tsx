import '../project.css'
import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { LoadFailed, PartComing } from '../../../api/LoadFailed.tsx'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { SkeletonLines } from '../../../controls/SkeletonLines.tsx'
import { Tabs } from '../../../controls/Tabs.tsx'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { joinNodes } from '../../../locale/joins.ts'
import { PageHeading } from '../../../navigation/PageHeading.tsx'
import { projectsPath } from '../../../navigation/paths.ts'
import { PastBar } from '../past/PastBar.tsx'
import { useMoment } from '../past/moments.ts'
import { projectTones } from '../projectTones.ts'
import { ProjectActions } from './ProjectActions.tsx'
import { projectTabs } from './tabs.ts'
import { useTabCounts } from './useTabCounts.ts'

/** Page of a project as each of its parties sees it. Without an id it redirects to the list. */
export function ProjectScreen() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownProject key={id} id={Number(id)} /> : <Navigate to={projectsPath} replace />
}

function KnownProject({ id }: { id: number }) {
  const { data, error, refetch } = useCall(endpoints.projects.detail, { id }, { shows: inPlace })
  if (data) return <OpenProject project={data} />
  if (error === null) return <SkeletonLines lines={10} />
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
  const moment = useMoment()
  const past = useCall(
    endpoints.projects.detail,
    { id: project.id, ...moment },
    { shows: inPlace, isEnabled: moment !== null },
  )
  const failed = moment === null ? null : past.error
  const shown = moment === null ? project : past.data
  const isOver = (shown ?? project).status === 'CLOSED'
  const tabs = projectTabs.filter(({ call, isOfFarms }) => mayCall(call, role) && !(isOfFarms && isOver))
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0]
  const [isChoosing, setChoosing] = useState(false)
  const counts = useTabCounts(project)
  const actions = (
    <>
      {hasOpened(project) && (
        <Button
          icon={<HistoryOutlined aria-hidden="true" />}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          {intl.formatMessage({ id: 'past.open' })}
        </Button>
      )}
      <ProjectActions project={project} />
    </>
  )
  return (
    <div className="project">
      <PageHeading
        title={`${project.code} ${project.name}`}
        note={shown && <Standing project={shown} />}
        actions={!moment && actions}
      />
      {(isChoosing || moment !== null) && (
        <PastBar
          key={moment ? `${moment.happened} ${moment.recorded ?? ''}` : ''}
          moment={moment}
          error={failed}
          onClose={() => setChoosing(false)}
        />
      )}
      <Tabs
        label={intl.formatMessage({ id: 'project.parts' })}
        active={tab?.key ?? ''}
        tabs={tabs.map(({ key, titleId }) => ({
          key,
          title: <TabTitle titleId={titleId} count={moment ? 0 : (counts[key] ?? 0)} />,
        }))}
        onChange={(key) => setQuery({ ...(key !== tabs[0]?.key && { tab: key }), ...moment })}
      />
      {failed !== null && Object.keys(failed.fields).length === 0 && <PartComing of={[past]} />}
      {shown === undefined && failed === null && <SkeletonLines />}
      {shown && tab && (
        <Suspense fallback={<SkeletonLines />}>
          {moment && tab.isOfPresent && (
            <p className="past-present">
              {intl.formatMessage({ id: 'past.present' }, { part: intl.formatMessage({ id: tab.titleId }) })}
            </p>
          )}
          <tab.View key={tab.key} project={shown} moment={moment} />
        </Suspense>
      )}
    </div>
  )
}

/** A project that was never opened has no past view. */
const hasOpened = ({ status }: Project) => status !== 'DRAFT' && status !== 'PENDING_APPROVAL'

/** Tab title with a count for the eye; the tab's content states the number for screen readers. */
function TabTitle({ titleId, count }: { titleId: MessageId; count: number }) {
  const intl = useIntl()
  return (
    <>
      {intl.formatMessage({ id: titleId })}
      {count > 0 && (
        <span className="project-tab-count" aria-hidden="true">
          {intl.formatNumber(count)}
        </span>
      )}
    </>
  )
}

/** Status, loan, dates and supervisor of a project, in one line. */
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
