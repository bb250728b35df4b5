import { Result } from 'antd'
import { useIntl } from 'react-intl'
import { Link, Navigate } from 'react-router-dom'
import { LoadFailed } from '../../../../api/LoadFailed.tsx'
import { SkeletonLines } from '../../../../controls/SkeletonLines.tsx'
import { listWords } from '../../../../locale/joins.ts'
import { PageHeading } from '../../../../navigation/PageHeading.tsx'
import { dailyLogPath } from '../../../../navigation/paths.ts'
import { useProjectList } from './useProjectDay.ts'
import { WaitingLogs } from './WaitingLogs.tsx'

/** Chooses the log's project; with a single project it redirects there. */
export function ChooseProject({ userId }: { userId: number }) {
  const intl = useIntl()
  const { projects, error, refetch } = useProjectList(userId)
  const [only] = projects ?? []
  if (projects?.length === 1 && only) return <Navigate to={`${dailyLogPath}/${only.id}`} replace />
  return (
    <div className="log">
      <PageHeading />
      {projects === null && error === null && <SkeletonLines lines={4} />}
      {projects === null && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {projects?.length === 0 && (
        <Result
          status="info"
          title={intl.formatMessage({ id: 'dailyLog.noProjects' })}
          subTitle={intl.formatMessage({ id: 'dailyLog.noProjectsText' })}
        />
      )}
      {projects !== null && projects.length > 0 && (
        <ul className="log-projects">
          {projects.map(({ id, code, name, farms }) => (
            <li key={id}>
              <Link to={`${dailyLogPath}/${id}`} className="panel">
                <b>{code}</b> <span>{name}</span>
                <span className="log-quiet">{listWords(intl, farms)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <WaitingLogs openKey={null} onOpen={() => {}} />
    </div>
  )
}
