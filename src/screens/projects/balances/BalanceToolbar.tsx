import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useSession } from '../../../api/session.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { balanceForm } from './balanceForm.ts'

/** Records the loan's balance, for users who may. */
export function BalanceToolbar({ id }: { id: number }) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [isOpen, setOpen] = useState(false)
  if (!mayCall(endpoints.loanBalances.add, role)) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'loanBalance.new' })}
      </Button>
      <RecordDrawer form={balanceForm} id={isOpen ? 'new' : null} initial={{ id }} onClose={() => setOpen(false)} />
    </>
  )
}
