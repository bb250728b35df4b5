import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useSession } from '../../../api/session.ts'
import { projectFormPath } from '../../../navigation/paths.ts'

/** What the reader may do with a project as it stands. */
export function ProjectActions({ project: { id, status } }: { project: Project }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession(({ session }) => session?.role ?? null)
  if (status !== 'DRAFT' || !mayCall(endpoints.projects.addOrEdit, role)) return null
  return <Button onClick={() => void navigate(`${projectFormPath}/${id}`)}>{intl.formatMessage({ id: 'form.edit' })}</Button>
}
