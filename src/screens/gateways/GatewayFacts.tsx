import { useIntl } from 'react-intl'
import type { Gateway } from '#contract/herd/gateways.ts'
import { rejectReasonSchema } from '#contract/herd/readings.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats } from '../../locale/formats.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

/** Number of neckbands a gateway hears, and its rejected readings by reason, with links. */
export function GatewayFacts({ record: { mac, state, lastSeenAt, bandsPerMinute, rejected } }: { record: Gateway }) {
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
