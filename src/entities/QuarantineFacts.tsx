import { useIntl } from 'react-intl'
import type { RejectedReading, UnknownDevice } from '#contract/herd/unknownDevices.ts'
import { Fact, FactSection } from '../form/RecordDetails.tsx'
import { useFormats } from '../locale/formats.ts'

/** Facts about quarantined data (not stored as sent): how often and by which path it arrived, and the newest sample. */
export function QuarantineFacts({
  record: { deviceId, source, gateway, farmName, count, firstAt, lastAt, sample },
}: {
  record: UnknownDevice | RejectedReading
}) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <>
      <FactSection titleId={undefined}>
        <Fact labelId="quarantine.device">{deviceId && <bdi>{deviceId}</bdi>}</Fact>
        <Fact labelId="quarantine.gateway">{gateway && <bdi>{gateway}</bdi>}</Fact>
        <Fact labelId="quarantine.farm">{farmName}</Fact>
        <Fact labelId="quarantine.source">{source}</Fact>
        <Fact labelId="quarantine.times">{formats.count(count)}</Fact>
        <Fact labelId="quarantine.firstAt">{formats.second(firstAt)}</Fact>
        <Fact labelId="quarantine.lastAt">{formats.second(lastAt)}</Fact>
      </FactSection>
      <section className="record-section">
        <h3>{intl.formatMessage({ id: 'quarantine.sample' })}</h3>
        <pre className="quarantine-sample" dir="ltr">
          {sample}
        </pre>
      </section>
    </>
  )
}
