import './approvals.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { RecordDrawer } from '../../form/RecordDrawer.tsx'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { standInForm } from './standInForm.tsx'

/** Absent colleagues of the user with their stand-ins; the user's own absence is added and ended here. */
export function StandInDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data, error } = useCall(endpoints.standIns.list, {}, { shows: inPlace })
  const [isAdding, setAdding] = useState(false)
  return (
    <Modal
      open
      title={intl.formatMessage({ id: 'standIn.title' })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{intl.formatMessage({ id: 'list.close' })}</Button>
          <Button type="primary" disabled={(data?.candidates.length ?? 0) === 0} onClick={() => setAdding(true)}>
            {intl.formatMessage({ id: 'standIn.add' })}
          </Button>
        </>
      }
    >
      {data === undefined && (error ? <p role="alert">{loadFailureMessage(intl, error)}</p> : <SkeletonLines />)}
      {data?.list.length === 0 && (
        <p>{intl.formatMessage({ id: data.candidates.length > 0 ? 'standIn.none' : 'standIn.nobody' })}</p>
      )}
      <ul className="stand-ins">
        {data?.list.map(({ id, absentName, standInName, startsAt, endsAt, isNow, isOwn }) => (
          <li key={id}>
            <span>
              {intl.formatMessage({ id: 'standIn.is' }, { absent: absentName, standIn: standInName })}{' '}
              {isNow && <Tag tone="live">{intl.formatMessage({ id: 'standIn.now' })}</Tag>}
              <br />
              <span className="ticket-quiet">
                {intl.formatMessage({ id: 'standIn.time' }, { from: instant(startsAt), to: instant(endsAt) })}
              </span>
            </span>
            {/* Failures have already been reported. */}
            {isOwn && (
              <Button onClick={() => void call(endpoints.standIns.end, { id }).catch(() => undefined)}>
                {intl.formatMessage({ id: 'standIn.end' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RecordDrawer
        form={standInForm}
        id={isAdding ? 'new' : null}
        onClose={() => setAdding(false)}
        onSaved={() => setAdding(false)}
      />
    </Modal>
  )
}
