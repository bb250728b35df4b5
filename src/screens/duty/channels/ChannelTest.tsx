import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AlertChannel } from '#contract/duty/alertChannels.ts'
import { call } from '../../../api/call.ts'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useSession } from '../../../api/session.ts'
import { Callout } from '../../../controls/Callout.tsx'
import { Fact, FactSection } from '../../../form/RecordDetails.tsx'
import { CallErrorAlert } from '../../../shell/auth/CallErrorAlert.tsx'
import { useWork } from '../useWork.ts'

/** Target of a channel, as far as it is shown, and a button that sends a test message and shows the result. */
export function ChannelTest({ record: { id, host, isSigned } }: { record: AlertChannel }) {
  const intl = useIntl()
  const isAllowed = mayCall(
    endpoints.alertChannels.test,
    useSession(({ session }) => session?.role ?? null),
  )
  const { busy, failure, run } = useWork()
  const [tested, setTested] = useState<Reply<typeof endpoints.alertChannels.test> | null>(null)
  const test = isAllowed && (
    <>
      <Button
        loading={busy}
        onClick={() =>
          void run(async () => setTested(await call(endpoints.alertChannels.test, { id }, { shows: inPlace })))
        }
      >
        {intl.formatMessage({ id: 'duty.test' })}
      </Button>
      <CallErrorAlert failure={failure} />
      {tested && (
        <Callout
          tone={tested.isTaken ? 'info' : 'error'}
          title={intl.formatMessage(
            { id: tested.isTaken ? 'duty.testTaken' : 'duty.testRefused' },
            { fault: tested.fault ?? '', ms: tested.tookMs },
          )}
        />
      )}
    </>
  )
  return (
    <FactSection titleId={undefined} extra={test}>
      <Fact labelId="duty.host">{host}</Fact>
      <Fact labelId="duty.isSigned">{intl.formatMessage({ id: isSigned ? 'form.yes' : 'form.no' })}</Fact>
    </FactSection>
  )
}
