import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { dailyLogPath } from '../../../navigation/paths.ts'
import { LogWriters } from './LogWriters.tsx'

/** Buttons for the authors of a project's logs and, if the user is one, for a new log. */
export function LogToolbar({ projectId }: { projectId: number }) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const role = useSession(({ session }) => session?.role ?? null)
  const mayAsk = mayCall(endpoints.dailyLogs.projects, role)
  const { data } = useCall(endpoints.dailyLogs.projects, {}, { shows: inPlace, isEnabled: mayAsk })
  const mayWrite = data?.list.some(({ id }) => id === projectId) ?? false
  return (
    <>
      <Button onClick={() => setOpen(true)}>{intl.formatMessage({ id: 'dailyLog.writers' })}</Button>
      {mayWrite && (
        <Link className="button" data-look="primary" to={`${dailyLogPath}/${projectId}`}>
          {intl.formatMessage({ id: 'dailyLog.new' })}
        </Link>
      )}
      {isOpen && <LogWriters projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  )
}
