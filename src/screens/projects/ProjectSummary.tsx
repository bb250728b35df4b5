import './project.css'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { projectInfoPath } from '../../navigation/paths.ts'
import { ProjectFacts } from './ProjectFacts.tsx'

/** Facts of a project next to the list, with a link to its page. */
export function ProjectSummary({ id, row }: DetailsProps<Project>) {
  const intl = useIntl()
  const { data = row, error, refetch } = useCall(endpoints.projects.detail, { id }, { shows: inPlace })
  if (error !== null && !data) {
    return (
      <p role="alert" className="row project-failed">
        {loadFailureMessage(intl, error)}
        <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'form.retry' })}</Button>
      </p>
    )
  }
  if (!data) return <SkeletonLines lines={8} />
  return (
    <div className="project-summary">
      <Link to={`${projectInfoPath}/${id}`}>{intl.formatMessage({ id: 'project.open' })}</Link>
      <ProjectFacts project={data} />
    </div>
  )
}
