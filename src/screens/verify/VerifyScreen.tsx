import './verify.css'
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Seal } from '#contract/projects/seals.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import type { MessageId } from '../../locale/languages.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { SealFacts } from './SealFacts.tsx'

/** What the link of a sealed day opens, for anybody: whether the record is still what was sealed. */
export function VerifyScreen() {
  const intl = useIntl()
  const { root = '' } = useParams()
  const { data: seal, error, isFetching, refetch } = useCall(endpoints.seals.verified, { root }, { shows: inPlace, isForgotten: true })
  const failure = error && callFailureOf(error)

  if (failure?.code === 'NOT_FOUND' || failure?.code === 'BAD_SHAPE') {
    return (
      <AuthLayout heading={<Verdict isGood={false} id="verify.unknown" />} lead={intl.formatMessage({ id: 'verify.unknownText' })}>
        <p className="verify-root">{root}</p>
      </AuthLayout>
    )
  }
  if (seal && !failure) return <Verified seal={seal} isBusy={isFetching} onAgain={() => void refetch()} />
  return (
    <AuthLayout heading={intl.formatMessage({ id: 'verify.title' })} lead={intl.formatMessage({ id: 'verify.lead' })}>
      {failure ? <CallErrorAlert failure={failure} /> : <Skeleton active paragraph={{ rows: 4 }} title={false} aria-hidden />}
      {failure && (
        <Button type="primary" size="large" loading={isFetching} onClick={() => void refetch()}>
          {intl.formatMessage({ id: 'auth.again' })}
        </Button>
      )}
    </AuthLayout>
  )
}

function Verified({ seal, isBusy, onAgain }: { seal: Seal; isBusy: boolean; onAgain: () => void }) {
  const intl = useIntl()
  const formats = useFormats()
  const isWhole = seal.isIntact && seal.record?.isIntact !== false
  const verdict = seal.isIntact ? (isWhole ? 'verify.intact' : 'verify.brokenElsewhere') : 'verify.broken'
  return (
    <AuthLayout heading={<Verdict isGood={isWhole} id={verdict} day={formats.date(seal.day)} />} lead={intl.formatMessage({ id: isWhole ? 'verify.intactText' : 'verify.brokenText' })}>
      <SealFacts seal={seal} />
      <Button size="large" loading={isBusy} onClick={onAgain}>
        {intl.formatMessage({ id: 'verify.again' })}
      </Button>
      <p className="verify-how">{intl.formatMessage({ id: 'verify.how' })}</p>
    </AuthLayout>
  )
}

function Verdict({ isGood, id, day = '' }: { isGood: boolean; id: MessageId; day?: string }) {
  const intl = useIntl()
  return (
    <span className="verify-verdict" data-good={isGood} role="status">
      {isGood ? <CheckCircleFilled aria-hidden="true" /> : <CloseCircleFilled aria-hidden="true" />}
      <span>{intl.formatMessage({ id }, { day })}</span>
    </span>
  )
}
