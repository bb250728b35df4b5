import { type ComponentType, Suspense } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AnimalCard as Card } from '#contract/herd/animals.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useCall } from '../../api/queries.ts'
import { ActivityStrip } from '../../entities/animals/ActivityStrip.tsx'
import { CardActions } from './CardActions.tsx'
import { useEscape } from './useEscape.ts'
import { useClock } from '../../store/clock.ts'
import { laterOf, useAnimalNow } from '../../store/herd/animalNow.ts'
import { formatAge } from '../../locale/durations.ts'
import { useFormats } from '../../locale/formats.ts'
import { AlertSpan } from '../../entities/alerts/AlertSpan.tsx'
import { AlertOwner, HolderComment } from '../../entities/alerts/Holder.tsx'
import { SeverityMark } from '../../entities/alerts/SeverityMark.tsx'
import { joinParts } from '../../locale/joins.ts'
import { useLocale } from '../../locale/locale.ts'

interface Props {
  animalId: number
  scene: Scene
  alerts: readonly Alert[]
  /** Camera nearest to the animal's pen; null when it is already shown elsewhere. */
  Camera: ComponentType<{ farmId: number; farmSlotId: number | null }> | null
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: ((alerts: readonly Alert[]) => void) | null
  onClose: () => void
}

const reloadMs = 15_000

/** Card of an animal: identity, pledge, last readings, and the last 24 hours. */
export function AnimalCard({ animalId, scene, alerts, Camera, onAcknowledge, onClose }: Props) {
  const intl = useIntl()
  const { data: card, isError } = useCall(
    endpoints.animals.card,
    { id: animalId },
    { intervalMs: reloadMs, shows: ({ code }) => code === 'NOT_FOUND' },
  )
  const own = alerts.filter((alert) => alert.animalId === animalId)
  useEscape(onClose)
  return (
    <aside className="wall-card" aria-label={intl.formatMessage({ id: 'card.title' })}>
      <header>
        <h3>{card?.visualTag ?? '…'}</h3>
        <button type="button" aria-label={intl.formatMessage({ id: 'action.close' })} onClick={onClose}>
          ✕
        </button>
      </header>
      {own.map((alert) => (
        <CardAlert key={alert.id} alert={alert} />
      ))}
      {card && <CardActions card={card} alerts={own} onAcknowledge={onAcknowledge} />}
      {card ? (
        <CardBody card={card} scene={scene} />
      ) : isError ? (
        <p>{intl.formatMessage({ id: 'card.failed' })}</p>
      ) : (
        <CardToCome />
      )}
      {card && Camera && (
        <Suspense>
          <Camera farmId={card.farmId} farmSlotId={card.farmSlotId} />
        </Suspense>
      )}
    </aside>
  )
}

function CardAlert({ alert }: { alert: Alert }) {
  const intl = useIntl()
  return (
    <p className="wall-card-alert row" data-severity={alert.severity}>
      <SeverityMark severity={alert.severity} />
      <b>{intl.formatMessage({ id: `alert.${alert.kind}` })}</b>
      <AlertSpan alert={alert} />
      {alert.acknowledgedAt !== null && (
        <small>
          <AlertOwner alert={alert} /> <HolderComment alert={alert} />
        </small>
      )}
    </p>
  )
}

function CardBody({ card, scene }: { card: Card; scene: Scene }) {
  const intl = useIntl()
  const language = useLocale((state) => state.language)
  const herdAt = useClock((state) => state.herdAt)
  const { instant } = useFormats()
  const now = useAnimalNow(card.id)
  const age = (at: number | null) => (at === null || herdAt === null ? '–' : formatAge(intl, herdAt - at))
  const gateway = scene.gateways.find(({ mac }) => mac === card.gatewayMac)
  const heard = joinParts(
    intl,
    age(laterOf(now?.heardAt, card.lastSeenAt)),
    card.gatewayMac && (gateway?.name ?? card.gatewayMac),
    card.rssi !== null && `${intl.formatNumber(card.rssi)} dBm`,
  )
  const months = card.birthDate === null ? null : monthsSince(card.birthDate, herdAt)
  return (
    <>
      <dl>
        <dt>{intl.formatMessage({ id: 'card.identity' })}</dt>
        <dd>
          {joinParts(
            intl,
            card.categoryNames[language],
            card.breed,
            card.sex && intl.formatMessage({ id: `sex.${card.sex}` }),
            months !== null && intl.formatMessage({ id: 'card.months' }, { months }),
          )}
        </dd>
        {card.electronicTag && (
          <>
            <dt>{intl.formatMessage({ id: 'card.electronicTag' })}</dt>
            <dd>{card.electronicTag.value}</dd>
          </>
        )}
        <dt>{intl.formatMessage({ id: 'card.place' })}</dt>
        <dd>{joinParts(intl, card.farmName, card.penName)}</dd>
        <dt>{intl.formatMessage({ id: 'card.pledge' })}</dt>
        <dd>
          {card.projectCode ?? intl.formatMessage({ id: card.isPledged ? 'card.pledgedElsewhere' : 'card.notPledged' })}
        </dd>
        {card.permit && (
          <>
            <dt>{intl.formatMessage({ id: 'card.permit' })}</dt>
            <dd>
              {joinParts(
                intl,
                intl.formatMessage(
                  { id: 'card.permitTime' },
                  { from: instant(card.permit.startsAt), to: instant(card.permit.endsAt) },
                ),
                card.permit.certificateNo,
                card.permit.purpose,
              )}
            </dd>
          </>
        )}
        <dt>{intl.formatMessage({ id: 'card.heard' })}</dt>
        <dd>{heard}</dd>
        <dt>{intl.formatMessage({ id: 'card.fix' })}</dt>
        <dd>
          {joinParts(
            intl,
            age(laterOf(now?.fixedAt, card.fixAt)),
            card.accuracyM !== null && `±${intl.formatNumber(card.accuracyM, { maximumFractionDigits: 0 })} m`,
          )}
        </dd>
        <dt>{intl.formatMessage({ id: 'card.battery' })}</dt>
        <dd>{card.battery === null ? '–' : intl.formatNumber(card.battery / 100, { style: 'percent' })}</dd>
      </dl>
      <figure>
        <figcaption>{intl.formatMessage({ id: 'card.strip' })}</figcaption>
        <ActivityStrip strip={card.strip} />
      </figure>
    </>
  )
}

function monthsSince(birthDate: string, herdAt: number | null): number | null {
  return herdAt === null ? null : Math.max(0, Math.floor((herdAt - Date.parse(birthDate)) / (30.44 * 86_400_000)))
}

function CardToCome() {
  return (
    <div aria-busy="true">
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className="wall-skeleton wall-skeleton-line" />
      ))}
    </div>
  )
}
