import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { dayCloseForm, entryForm } from './ledgerForms.ts'

/** Button to record losses of a project's heads, for users who may. */
export function EntryToolbar({ id }: { id: number }) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [form] = useState(() => entryForm(id))
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(endpoints.ledgerEntries.add, role)) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'ledger.new' })}
      </Button>
      <RecordDrawer form={form} id={isOpen ? 'new' : null} initial={{ id }} onClose={() => setOpen(false)} />
    </>
  )
}

/** Button to close the current day, once, for users who may. */
export function DayCloseToolbar({ id }: { id: number }) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const { data } = useCall(endpoints.projectHeadcounts.shown, { id })
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(endpoints.dayCloses.add, role) || !data) return null
  return (
    <>
      <Button type="primary" disabled={data.closedAt !== null} onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: data.closedAt === null ? 'dayClose.do' : 'dayClose.closed' })}
      </Button>
      <RecordDrawer
        form={dayCloseForm}
        id={isOpen ? 'new' : null}
        initial={{ id, day: data.day }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
