import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalCard } from '#contract/herd/animals.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { ActivityStrip } from '../../../entities/animals/ActivityStrip.tsx'
import { Fact } from '../../../form/RecordDetails.tsx'
import { formatAge } from '../../../locale/durations.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { useClock } from '../../../store/clock.ts'

const reloadMs = 15_000
const dayMs = 86_400_000

/** Last readings of an animal, and its last 24 hours. */
export function Signal({ id }: { id: number }) {
  const intl = useIntl()
  const { data: card } = useCall(endpoints.animals.card, { id }, { intervalMs: reloadMs, shows: inPlace })
  return (
    <section className="panel" aria-labelledby="signal">
      <h2 id="signal">{intl.formatMessage({ id: 'animal.signal' })}</h2>
      {card &&
        (card.neckbandId === null ? <p>{intl.formatMessage({ id: 'animal.notWorn' })}</p> : <Heard card={card} />)}
      {card && <Strip card={card} />}
    </section>
  )
}

function Heard({ card }: { card: AnimalCard }) {
  const intl = useIntl()
  const formats = useFormats()
  const herdAt = useClock((state) => state.herdAt)
  const age = (at: string | null) => at !== null && herdAt !== null && formatAge(intl, herdAt - Date.parse(at))
  const metres = (value: number) => `±${formats.number(value, 0)} m`
  return (
    <dl className="record-facts">
      <Fact labelId="animal.neckband">{card.deviceId}</Fact>
      <Fact labelId="card.heard">
        {joinParts(
          intl,
          age(card.lastSeenAt),
          card.gatewayMac,
          card.rssi !== null && `${formats.number(card.rssi, 0)} dBm`,
        ) || undefined}
      </Fact>
      <Fact labelId="card.fix">
        {joinParts(intl, age(card.fixAt), card.accuracyM !== null && metres(card.accuracyM)) || undefined}
      </Fact>
      <Fact labelId="card.battery">{card.battery === null ? undefined : formats.percent(card.battery / 100)}</Fact>
    </dl>
  )
}

function Strip({ card: { strip } }: { card: AnimalCard }) {
  const intl = useIntl()
  const formats = useFormats()
  const herdAt = useClock((state) => state.herdAt)
  return (
    <figure className="animal-strip">
      <figcaption>{intl.formatMessage({ id: 'card.strip' })}</figcaption>
      {/* Time runs from left to right in every language, as in charts. */}
      <div dir="ltr">
        <ActivityStrip strip={strip} />
        <p className="row">
          <span>{herdAt !== null && formats.time(herdAt - dayMs)}</span>
          <span>{intl.formatMessage({ id: 'animal.now' })}</span>
        </p>
      </div>
    </figure>
  )
}
