import { type IntlShape, useIntl } from 'react-intl'
import type { Gateway } from '#contract/herd/gateways.ts'
import { rejectReasonSchema } from '#contract/herd/readings.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats } from '../../locale/formats.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

const minuteMs = 60_000
/** A clock further off was never set, ms. */
const neverSetMs = 5 * 365 * 86_400_000

/** Returns how wrong a gateway's clock is: `5 h 0 min behind`. */
function clockWords(intl: IntlShape, behindMs: number): string {
  if (behindMs > neverSetMs) return intl.formatMessage({ id: 'gateway.clockNotSet' })
  const minutes = Math.round(Math.abs(behindMs) / minuteMs)
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return intl.formatMessage({ id: behindMs > 0 ? 'gateway.clockBehind' : 'gateway.clockAhead' }, values)
}

/** Number of neckbands a gateway hears, and its rejected readings by reason, with links. */
export function GatewayFacts({
  record: { mac, state, lastSeenAt, clockBehindMs, bandsPerMinute, rejected },
}: {
  record: Gateway
}) {
  const intl = useIntl()
  const formats = useFormats()
  const reasons = Object.entries(rejected).toSorted(([, one], [, other]) => other - one)
  return (
    <>
      <FactSection titleId="gateway.standing">
        <Fact labelId="gateway.state">{intl.formatMessage({ id: `gatewayState.${state}` })}</Fact>
        <Fact labelId="gateway.lastSeenAt">
          {lastSeenAt && <time dateTime={lastSeenAt}>{formats.second(lastSeenAt)}</time>}
        </Fact>
        {clockBehindMs !== null && <Fact labelId="gateway.clock">{clockWords(intl, clockBehindMs)}</Fact>}
        <Fact labelId="gateway.bandsPerMinute">{formats.count(bandsPerMinute)}</Fact>
      </FactSection>
      {reasons.length > 0 && (
        <section className="record-section">
          <h3>{intl.formatMessage({ id: 'gateway.rejected' })}</h3>
          <dl className="record-facts">
            {reasons.map(([reason, count]) => {
              const knownReason = rejectReasonSchema.safeParse(reason)
              return (
                <div key={reason}>
                  <dt>{knownReason.success ? intl.formatMessage({ id: `reason.${knownReason.data}` }) : reason}</dt>
                  <dd>
                    {knownReason.success ? (
                      <ScreenLink to={`/dashboard/animal-monitor/device/rejected?gateway=${mac}&reason=${reason}`}>
                        {formats.count(count)}
                      </ScreenLink>
                    ) : (
                      formats.count(count)
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      )}
    </>
  )
}
