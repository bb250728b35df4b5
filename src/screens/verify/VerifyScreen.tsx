import './verify.css'
import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Seal } from '#contract/projects/seals.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { useFormats } from '../../locale/formats.ts'
import type { MessageId } from '../../locale/languages.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { SealFacts } from './SealFacts.tsx'

/** Public page behind the link of a sealed day: shows whether the record is still as it was sealed. */
export function VerifyScreen() {
  const intl = useIntl()
  const { root = '' } = useParams()
  const {
    data: seal,
    error,
    isFetching,
    refetch,
  } = useCall(endpoints.seals.verified, { root }, { shows: inPlace, isForgotten: true })
  const failure = error && callFailureOf(error)

  if (failure?.code === 'NOT_FOUND' || failure?.code === 'BAD_SHAPE') {
    return (
      <AuthLayout
        heading={<Verdict isGood={false} id="verify.unknown" />}
        lead={intl.formatMessage({ id: 'verify.unknownText' })}
      >
        <p className="verify-root">{root}</p>
      </AuthLayout>
    )
  }
  if (seal && !failure) return <Verified seal={seal} isBusy={isFetching} onAgain={() => void refetch()} />
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'verify.title' })} lead={intl.formatMessage({ id: 'verify.lead' })}>
      {failure ? <CallErrorAlert failure={failure} /> : <SkeletonLines lines={4} />}
      {failure && (
        <Button type="primary" size="large" loading={isFetching} onClick={() => void refetch()}>
          {intl.formatMessage({ id: 'auth.again' })}
        </Button>
      )}
    </AuthLayout>
  )
}

/** Returns the verdict on the day; an unchecked record counts as neither good nor bad. */
const verdictOf = ({ isIntact, record }: Seal) => {
  if (isIntact === false) return { id: 'verify.broken', textId: 'verify.brokenText', isGood: false } as const
  if (record?.isIntact === false)
    return {
      id: isIntact ? 'verify.brokenElsewhere' : 'verify.uncheckedAfterBroken',
      textId: 'verify.brokenText',
      isGood: false,
    } as const
  return isIntact
    ? ({ id: 'verify.intact', textId: 'verify.intactText', isGood: true } as const)
    : ({ id: 'verify.unchecked', textId: 'verify.uncheckedText', isGood: null } as const)
}

function Verified({ seal, isBusy, onAgain }: { seal: Seal; isBusy: boolean; onAgain: () => void }) {
  const intl = useIntl()
  const formats = useFormats()
  const { id, textId, isGood } = verdictOf(seal)
  const { isCheckedNow, isIntact, record } = seal
  return (
    <AuthLayout
      heading={<Verdict isGood={isGood} id={id} day={formats.date(seal.day)} />}
      lead={intl.formatMessage({ id: textId })}
    >
      <SealFacts seal={seal} />
      <Button size="large" loading={isBusy} onClick={onAgain}>
        {intl.formatMessage({ id: 'verify.again' })}
      </Button>
      {isCheckedNow && <p className="verify-how">{intl.formatMessage({ id: 'verify.how' })}</p>}
      {!isCheckedNow && isIntact !== null && record && (
        <p className="verify-how">
          {intl.formatMessage({ id: 'verify.byCheck' }, { at: formats.instant(record.checkedAt) })}
        </p>
      )}
    </AuthLayout>
  )
}

/** @param isGood null: not yet known */
function Verdict({ isGood, id, day = '' }: { isGood: boolean | null; id: MessageId; day?: string }) {
  const intl = useIntl()
  const Sign = isGood === null ? ClockCircleFilled : isGood ? CheckCircleFilled : CloseCircleFilled
  return (
    <span className="verify-verdict" data-good={isGood} role="status">
      <Sign aria-hidden="true" />
      <span>{intl.formatMessage({ id }, { day })}</span>
    </span>
  )
}
