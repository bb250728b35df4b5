import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Roster } from '#contract/duty/rosters.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { Moment } from '../../locale/Moment.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { useWork } from './useWork.ts'

/** Handover notes of shifts with the alerts open at that time, and an input for the next note. */
export function HandOvers({ roster: { id } }: { roster: Roster }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.rosters.handOvers, { id }, { shows: inPlace })
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const { busy, failure, run } = useWork()
  async function save() {
    if (!(await run(() => call(endpoints.rosters.handOver, { id, note }, { shows: inPlace })))) return
    setIsOpen(false)
    setNote('')
  }
  return (
    <div className="duty-handovers">
      <h3>{intl.formatMessage({ id: 'duty.handOvers' })}</h3>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        {intl.formatMessage({ id: 'duty.handOver' })}
      </Button>
      {data?.list.map((one) => (
        <details key={one.id}>
          <summary>
            <Moment at={one.at} /> {intl.formatMessage({ id: 'duty.handedOver' }, { by: one.by, count: one.openCount })}
          </summary>
          <p className="duty-note">{one.note}</p>
          <ul>
            {one.openAlerts.map((alert) => (
              <li key={alert.id}>
                <ScreenLink to={`/dashboard/animal-monitor/alert?open=${alert.id}`}>
                  {intl.formatMessage(
                    { id: 'duty.openAlert' },
                    {
                      severity: intl.formatMessage({ id: `severity.${alert.severity}` }),
                      kind: intl.formatMessage({ id: `alert.${alert.kind}` }),
                      subject: alert.subjectName,
                      farm: alert.farmName,
                    },
                  )}
                </ScreenLink>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <Modal
        open={isOpen}
        title={intl.formatMessage({ id: 'duty.handOver' })}
        okText={intl.formatMessage({ id: 'duty.handOver' })}
        confirmLoading={busy}
        onOk={() => void save()}
        onCancel={() => setIsOpen(false)}
      >
        <CallErrorAlert failure={failure} />
        <p>{intl.formatMessage({ id: 'duty.handOverHint' })}</p>
        <Input.TextArea
          aria-label={intl.formatMessage({ id: 'duty.note' })}
          rows={5}
          maxLength={4000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Modal>
    </div>
  )
}
