import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { type CloseCode, closeCodes } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { AlertOwner, HolderComment } from '../../../entities/alerts/Holder.tsx'
import { PartHeading } from '../../../entities/alerts/PartHeading.tsx'
import { useFormats } from '../../../locale/formats.ts'
import type { Acted } from './actOn.ts'
import type { Intent } from './ActDialog.tsx'
import { AcknowledgeForm } from './TakeForm.tsx'

interface Props {
  alert: Alert
  onAct: (intent: Intent) => void
  onDone: (acted: Acted) => void
}

/** Owner of the alert and the user's actions: acknowledge, comment, assign, shelve, close. Always visible while the details scroll. */
export function AlertActs({ alert, onAct, onDone }: Props) {
  const intl = useIntl()
  const isShelved = alert.shelvedUntil !== null
  const alerts = [alert] as const
  return (
    <section className="alert-acts" aria-label={intl.formatMessage({ id: 'alertAct.title' })}>
      <Standing alert={alert} />
      <AcknowledgeForm key={alert.id} alert={alert} onDone={onDone}>
        {alert.closedAt === null && (
          <>
            <Button onClick={() => onAct({ kind: 'ASSIGN', alerts })}>
              {intl.formatMessage({ id: 'alertAct.ASSIGN' })}
            </Button>
            {isShelved && (
              <Button onClick={() => onAct({ kind: 'UNSHELVE', alerts })}>
                {intl.formatMessage({ id: 'alertAct.UNSHELVE' })}
              </Button>
            )}
            {alert.clearedAt === null && (
              <Button onClick={() => onAct({ kind: 'SHELVE', alerts })}>
                {intl.formatMessage({ id: isShelved ? 'alertAct.shelveLonger' : 'alertAct.SHELVE' })}
              </Button>
            )}
          </>
        )}
      </AcknowledgeForm>
      {alert.closedAt === null && <CloseButtons onChoose={(code) => onAct({ kind: 'CLOSE', alerts, code })} />}
    </section>
  )
}

/** Assignee, shelving, and how the alert was closed. */
function Standing({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { acknowledgedAt, assignedTo, shelvedUntil, shelvedBecause, closedAt, closedBy, closeCode } = alert
  return (
    <div className="alert-standing" role="status" data-waiting={acknowledgedAt === null || undefined}>
      {closedAt !== null && closeCode !== null ? (
        <p>
          <b>
            {intl.formatMessage(
              { id: 'alertAct.closedAs' },
              { code: intl.formatMessage({ id: `closeCode.${closeCode}` }), who: closedBy ?? '' },
            )}
          </b>
        </p>
      ) : (
        <p>
          <b>
            {/* The assignee has a line of its own. */}
            <AlertOwner alert={{ ...alert, assignedTo: null }} />
          </b>{' '}
          <HolderComment alert={alert} />
        </p>
      )}
      {assignedTo && <p>{intl.formatMessage({ id: 'alertAct.assignedTo' }, { who: assignedTo.name })}</p>}
      {shelvedUntil !== null && (
        <p>
          {intl.formatMessage({ id: 'alertAct.shelvedUntil' }, { at: instant(shelvedUntil) })}{' '}
          {shelvedBecause && <q>{intl.formatMessage({ id: 'alerts.said' }, { comment: shelvedBecause })}</q>}
        </p>
      )}
    </div>
  )
}

/** Codes for closing an alert, as a row of large buttons. */
function CloseButtons({ onChoose }: { onChoose: (code: CloseCode) => void }) {
  const intl = useIntl()
  return (
    <div className="alert-close" role="group" aria-labelledby="alert-close">
      <PartHeading id="alert-close">{intl.formatMessage({ id: 'alertAct.closeCode' })}</PartHeading>
      <div className="alert-buttons">
        {closeOrder.map((code) => (
          <Button key={code} onClick={() => onChoose(code)}>
            {intl.formatMessage({ id: `closeCode.${code}` })}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Puts the best outcome first. */
const closeOrder = closeCodes.toSorted((a, b) => Number(b === 'ANIMAL_FOUND') - Number(a === 'ANIMAL_FOUND'))
