import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'

const NewLineDrawer = lazyChunk(async () => (await import('./NewLineDrawer.tsx')).NewLineDrawer)

/** Adds a line to a project: directly to a draft, otherwise as a request to its bank. */
export function NewLine({ id, isDraft }: { id: number; isDraft: boolean }) {
  const intl = useIntl()
  // Null: not opened yet, and not loaded.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {intl.formatMessage({ id: 'collateral.new' })}
      </Button>
      <Suspense>
        {isOpen !== null && <NewLineDrawer id={id} isDraft={isDraft} isOpen={isOpen} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
