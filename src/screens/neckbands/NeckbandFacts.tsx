import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import { useCall } from '../../api/queries.ts'
import { useNames } from '../../api/references.ts'
import { PairingNotes } from '../../entities/devices/PairingNotes.tsx'
import { farmReference } from '../../entities/farmReference.ts'
import { gatewayReference } from '../../entities/gatewayReference.ts'
import { penReference } from '../../entities/penReference.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'

/** Last reading of a neckband and its gateway, and the animals that have worn it. */
export function NeckbandFacts({ record }: { record: Neckband }) {
  const intl = useIntl()
  const formats = useFormats()
  const {
    state,
    lastSeenAt,
    battery,
    batteryTrend,
    batteryDaysLeft,
    rssi,
    farmId,
    farmSlotId,
    gatewayId,
    longitude,
    latitude,
    fixAt,
    pairedAgain,
    hardware,
  } = record
  const nameOf = (names: ReadonlyMap<number, string>, id: number | null) =>
    id === null ? null : (names.get(id) ?? `#${id}`)
  const farm = nameOf(useNames(farmReference, farmId === null ? [] : [farmId]), farmId)
  const pen = nameOf(useNames(penReference, farmSlotId === null ? [] : [farmSlotId]), farmSlotId)
  const gateway = nameOf(useNames(gatewayReference, gatewayId === null ? [] : [gatewayId]), gatewayId)
  return (
    <>
      <FactSection titleId="neckband.standing">
        <Fact labelId="neckband.state">{intl.formatMessage({ id: `neckbandState.${state}` })}</Fact>
        <Fact labelId="neckband.lastSeenAt">
          {lastSeenAt && <time dateTime={lastSeenAt}>{formats.second(lastSeenAt)}</time>}
        </Fact>
        <Fact labelId="neckband.battery">{battery === null ? null : formats.percent(battery / 100)}</Fact>
        <Fact labelId="battery.daysLeft">
          {batteryDaysLeft === null
            ? intl.formatMessage({ id: `batteryTrend.${batteryTrend}` })
            : formats.count(batteryDaysLeft)}
        </Fact>
        <Fact labelId="neckband.gateway">
          {gateway && joinParts(intl, gateway, rssi !== null && `${formats.count(rssi)} dBm`)}
        </Fact>
        <Fact labelId="neckband.farm">{farm && joinParts(intl, farm, pen)}</Fact>
        <Fact labelId="neckband.fixAt">
          {fixAt === null || longitude === null || latitude === null
            ? null
            : joinParts(intl, formats.number(longitude, 5), formats.number(latitude, 5), formats.instant(fixAt))}
        </Fact>
        {hardware !== null && <Fact labelId="neckband.hardware">{hardware}</Fact>}
        {pairedAgain && <Fact labelId="neckband.pairedAgain">{intl.formatMessage({ id: 'list.yes' })}</Fact>}
      </FactSection>
      <Pairings id={record.id} />
    </>
  )
}

/** Animals that wore the neckband, with time spans, latest first. */
function Pairings({ id }: { id: number }) {
  const intl = useIntl()
  const formats = useFormats()
  const { data } = useCall(endpoints.neckbands.pairings, { id, pageSize: 100 })
  if (data === undefined || data.total === 0) return null
  return (
    <section className="record-section">
      <h3>{intl.formatMessage({ id: 'neckband.pairings' })}</h3>
      <ol className="record-changes">
        {data.list.map(({ visualTag, from, to, ...pairing }) => (
          <li key={pairing.id}>
            <p className="record-change">
              <b>{to === null ? visualTag : <s>{visualTag}</s>}</b>{' '}
              {intl.formatMessage(
                { id: 'join.range' },
                {
                  from: formats.instant(from),
                  to: to === null ? intl.formatMessage({ id: 'neckband.now' }) : formats.instant(to),
                },
              )}
            </p>
            <PairingNotes pairing={pairing} />
          </li>
        ))}
      </ol>
    </section>
  )
}
