import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Animal } from '#contract/herd/animals.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { leaveForm, transferForm } from '../moveForms.ts'

/** Actions on an animal from its own page, matching the list's actions. */
export function AnimalActions({ animal: { id, status } }: { animal: Animal }) {
  const intl = useIntl()
  const [open, setOpen] = useState<'transfer' | 'leave' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ScreenLink to={`/dashboard/animal-monitor/replay?animal=${id}`}>
        {intl.formatMessage({ id: 'replay.title' })}
      </ScreenLink>
      {status === 'IN_HERD' && (
        <Button onClick={() => setOpen('transfer')}>{intl.formatMessage({ id: 'animal.transfer' })}</Button>
      )}
      {(status === 'IN_HERD' || status === 'MISSING') && (
        <Button danger onClick={() => setOpen('leave')}>
          {intl.formatMessage({ id: 'animal.leave' })}
        </Button>
      )}
      <RecordDrawer
        form={transferForm}
        id={open === 'transfer' ? 'new' : null}
        initial={{ ids: [id] }}
        onClose={close}
      />
      <RecordDrawer form={leaveForm} id={open === 'leave' ? 'new' : null} initial={{ ids: [id] }} onClose={close} />
    </>
  )
}
