import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../../api/mayCall.ts'
import { inPlace } from '../../../../api/failures.ts'
import { PartComing } from '../../../../api/LoadFailed.tsx'
import { useCall } from '../../../../api/queries.ts'
import { useSession } from '../../../../api/session.ts'
import { RecordDrawer } from '../../../../form/RecordDrawer.tsx'
import { documentForm } from './documentForm.ts'

/** Adds a document to a running project, for users who may write its daily logs. */
export function AddDocument({ projectId }: { projectId: number }) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const role = useSession(({ session }) => session?.role ?? null)
  const mayAsk = mayCall(endpoints.projectDocuments.add, role)
  const loading = useCall(endpoints.dailyLogs.projects, {}, { shows: inPlace, isEnabled: mayAsk })
  const { data, error } = loading
  // Without this answer it is unknown whether the user may add one.
  if (error && !data) return <PartComing of={[loading]} />
  if (!data?.list.some(({ id }) => id === projectId)) return null
  return (
    <p>
      <Button type="primary" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'project.addDocument' })}
      </Button>
      <RecordDrawer
        form={documentForm}
        id={isOpen ? 'new' : null}
        initial={{ id: projectId }}
        onClose={() => setOpen(false)}
      />
    </p>
  )
}
