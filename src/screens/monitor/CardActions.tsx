import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AnimalCard } from '#contract/herd/animals.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useSession } from '../../api/session.ts'
import { permitForm as loadPermitForm } from '../../entities/permits/loadPermitForm.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { ScreenLink, useOpens } from '../../navigation/ScreenLink.tsx'
import { useAccount } from '../../store/account.ts'

/** Loaded with the first request for a permit, as a wall needs neither antd nor forms. */
const PermitDrawer = lazyChunk(async () => {
  const [permitForm, { RecordDrawer }, { AntdProvider }] = await Promise.all([
    loadPermitForm(),
    import('../../form/RecordDrawer.tsx'),
    import('../../theme/AntdProvider.tsx'),
  ])
  return function LoadedPermit({ animal, isOpen, onClose }: PermitProps) {
    return (
      <AntdProvider>
        <RecordDrawer
          form={permitForm}
          id={isOpen ? 'new' : null}
          initial={{ ids: [animal.id], farmId: animal.farmId }}
          onClose={onClose}
        />
      </AntdProvider>
    )
  }
})

interface PermitProps {
  animal: AnimalCard
  isOpen: boolean
  onClose: () => void
}

interface Props {
  card: AnimalCard
  /** Open alerts of the animal. */
  alerts: readonly Alert[]
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: ((alerts: readonly Alert[]) => void) | null
}

/** What a user may do about the animal of a card: open its page, acknowledge its alerts, request a movement permit. */
export function CardActions({ card, alerts, onAcknowledge }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const isPerson = useAccount()?.isDisplay === false
  const [asksPermit, setAsksPermit] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const page = `/dashboard/animal-monitor/animal/details/${card.id}`
  const opensPage = useOpens(page) && isPerson
  const waiting = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const acknowledges = onAcknowledge !== null && waiting.length > 0
  const permits = isPerson && card.status === 'IN_HERD' && mayCall(endpoints.movementPermits.request, role)
  if (!opensPage && !acknowledges && !permits) return null
  return (
    <div className="wall-card-actions row">
      {acknowledges && (
        <button type="button" onClick={() => onAcknowledge(waiting)}>
          {intl.formatMessage({ id: 'card.acknowledge' }, { count: waiting.length })}
        </button>
      )}
      {opensPage && <ScreenLink to={page}>{intl.formatMessage({ id: 'card.open' })}</ScreenLink>}
      {permits && (
        <button
          type="button"
          onClick={() => {
            setWasAsked(true)
            setAsksPermit(true)
          }}
        >
          {intl.formatMessage({ id: 'permit.ask' })}
        </button>
      )}
      {wasAsked && (
        <Suspense>
          <PermitDrawer animal={card} isOpen={asksPermit} onClose={() => setAsksPermit(false)} />
        </Suspense>
      )}
    </div>
  )
}
