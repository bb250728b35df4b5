import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { closeCodes } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { Holder, HolderComment } from '../../../entities/alerts/Holder.tsx'
import { PartHeading } from '../../../entities/alerts/PartHeading.tsx'
import { useFormats } from '../../../locale/formats.ts'
import type { Acted } from './actOn.ts'
import type { Intent } from './ActDialog.tsx'
import { TakeForm } from './TakeForm.tsx'

interface Props {
  alert: Alert
  onAct: (intent: Intent) => void
  onDone: (acted: Acted) => void
  children?: ReactNode
}

/** The person who acts, and one's own acts: take it on, comment, assign, shelve; the ways to close it are its `children`. In sight however far the details are scrolled. */
export function AlertActs({ alert, onAct, onDone, children }: Props) {
  const intl = useIntl()
  const isShelved = alert.shelvedUntil !== null
  const alerts = [alert] as const
  return (
    <section className="alert-acts" aria-label={intl.formatMessage({ id: 'alertAct.title' })}>
      <Standing alert={alert} />
      <TakeForm key={`${alert.id} ${alert.acknowledgedAt}`} alert={alert} onDone={onDone}>
        {alert.closedAt === null && (
          <>
            <Button onClick={() => onAct({ kind: 'ASSIGN', alerts })}>{intl.formatMessage({ id: 'alertAct.ASSIGN' })}</Button>
            {isShelved && <Button onClick={() => onAct({ kind: 'UNSHELVE', alerts })}>{intl.formatMessage({ id: 'alertAct.UNSHELVE' })}</Button>}
            {alert.clearedAt === null && <Button onClick={() => onAct({ kind: 'SHELVE', alerts })}>{intl.formatMessage({ id: isShelved ? 'alertAct.shelveLonger' : 'alertAct.SHELVE' })}</Button>}
          </>
        )}
      </TakeForm>
      {children}
    </section>
  )
}

/** The assignee, the shelf, and how it was closed. */
function Standing({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { acknowledgedAt, assignedTo, shelvedUntil, shelvedBecause, closedAt, closedBy, closeCode } = alert
  return (
    <div className="alert-standing" role="status" data-waiting={acknowledgedAt === null || undefined}>
      {closedAt !== null && closeCode !== null ? (
        <p>
          <b>{intl.formatMessage({ id: 'alertAct.closedAs' }, { code: intl.formatMessage({ id: `closeCode.${closeCode}` }), who: closedBy ?? '' })}</b>
        </p>
      ) : (
        <p>
          <b>
            {/* Whom it was given to has a line of its own. */}
            <Holder alert={{ ...alert, assignedTo: null }} />
          </b>{' '}
          <HolderComment alert={alert} />
        </p>
      )}
      {assignedTo && <p>{intl.formatMessage({ id: 'alertAct.assignedTo' }, { who: assignedTo.name })}</p>}
      {shelvedUntil !== null && (
        <p>
          {intl.formatMessage({ id: 'alertAct.shelvedUntil' }, { at: instant(shelvedUntil) })} {shelvedBecause && <q>{intl.formatMessage({ id: 'alerts.said' }, { comment: shelvedBecause })}</q>}
        </p>
      )}
    </div>
  )
}

/** The codes that an alert is closed with: a thumb's row of buttons. */
export function CloseButtons({ alert, onAct }: Pick<Props, 'alert' | 'onAct'>) {
  const intl = useIntl()
  if (alert.closedAt !== null) return null
  return (
    <div className="alert-close" role="group" aria-labelledby="alert-close">
      <PartHeading id="alert-close">{intl.formatMessage({ id: 'alertAct.closeCode' })}</PartHeading>
      <div className="alert-buttons">
        {closeOrder.map((code) => (
          <Button key={code} onClick={() => onAct({ kind: 'CLOSE', alerts: [alert], code })}>
            {intl.formatMessage({ id: `closeCode.${code}` })}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** The happiest end first. */
const closeOrder = closeCodes.toSorted((a, b) => Number(b === 'ANIMAL_FOUND') - Number(a === 'ANIMAL_FOUND'))
