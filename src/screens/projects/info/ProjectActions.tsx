import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useSession } from '../../../api/session.ts'
import { approvalsPath, projectFormPath } from '../../../navigation/paths.ts'
import { CloseDialog, SubmitDialog } from './RequestDialogs.tsx'

/** The user's actions on a project in its current state. */
export function ProjectActions({ project }: { project: Project }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession(({ session }) => session?.role ?? null)
  const [asking, setAsking] = useState(false)
  const { id, status, openTicketId } = project
  const isManager = mayCall(endpoints.projects.submit, role)
  const Dialog = status === 'DRAFT' ? SubmitDialog : status === 'ACTIVE' ? CloseDialog : null
  return (
    <>
      {openTicketId !== null && mayCall(endpoints.tickets.details, role) && (
        <Button onClick={() => void navigate(`${approvalsPath}?open=${openTicketId}`)}>
          {intl.formatMessage({ id: 'project.toTicket' })}
        </Button>
      )}
      {isManager && status === 'DRAFT' && (
        <Button onClick={() => void navigate(`${projectFormPath}/${id}`)}>
          {intl.formatMessage({ id: 'form.edit' })}
        </Button>
      )}
      {isManager && Dialog && (
        <Button {...(status === 'DRAFT' && { type: 'primary' })} onClick={() => setAsking(true)}>
          {intl.formatMessage({ id: status === 'DRAFT' ? 'project.submit' : 'project.askToClose' })}
        </Button>
      )}
      {Dialog && asking && <Dialog project={project} onClose={() => setAsking(false)} />}
    </>
  )
}
