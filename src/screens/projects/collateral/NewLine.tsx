import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { newLineForm } from './lineForms.ts'

/** Adds a line to a project: at once while it is a draft, else by asking its bank. */
export function NewLine({ id, isDraft }: { id: number; isDraft: boolean }) {
  const intl = useIntl()
  const [form] = useState(() => newLineForm(isDraft))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'collateral.new' })}
      </Button>
      <RecordDrawer form={form} id={isOpen ? 'new' : null} initial={{ id }} onClose={() => setOpen(false)} />
    </>
  )
}
