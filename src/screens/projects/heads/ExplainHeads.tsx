import { Button } from 'antd'
import { useState } from 'react'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { explainForm } from '../ledger/ledgerForms.ts'

interface Props {
  id: number
  /** Heads that share one explanation. */
  animalIds: readonly number[]
  title: string
  onDone?: () => void
}

/** Button to explain why heads are missing. */
export function ExplainHeads({ id, animalIds, title, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <RecordDrawer
        form={explainForm}
        id={isOpen ? 'new' : null}
        initial={{ id, animalIds: [...animalIds] }}
        onClose={() => setOpen(false)}
        {...(onDone && { onSaved: onDone })}
      />
    </>
  )
}
