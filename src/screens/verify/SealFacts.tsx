import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Seal } from '#contract/projects/seals.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'
import { Moment } from '../../locale/Moment.tsx'
import type { MessageId } from '../../locale/languages.ts'

/** Facts of a sealed day, next to the verdict. */
export function SealFacts({ seal }: { seal: Seal }) {
  const intl = useIntl()
  const formats = useFormats()
  const { day, sealedAt, root, record, waitingSince, erasedFor } = seal
  return (
    <dl className="verify-facts">
      <Fact id="verify.day">{`${formats.date(day)} UTC`}</Fact>
      <Fact id="verify.sealedAt">
        <Moment at={sealedAt} />
      </Fact>
      <Fact id="verify.root">
        <span className="verify-root">{root}</span>
      </Fact>
      <Fact id="verify.record">
        {record === null ? intl.formatMessage({ id: 'verify.recordUnchecked' }) : <Checked record={record} />}
      </Fact>
      {erasedFor.length > 0 && (
        <Fact id="verify.erased">
          {joinParts(intl, ...erasedFor.map((reason) => intl.formatMessage({ id: `verify.erased.${reason}` })))}
        </Fact>
      )}
      <Fact id="verify.unsealed">
        {waitingSince === null
          ? intl.formatMessage({ id: 'verify.nothingWaits' })
          : intl.formatMessage({ id: 'verify.waits' }, { at: formats.instant(waitingSince) })}
      </Fact>
    </dl>
  )
}

function Checked({ record: { checkedAt, isIntact, brokenDay } }: { record: NonNullable<Seal['record']> }) {
  const intl = useIntl()
  const formats = useFormats()
  const at = formats.instant(checkedAt)
  if (isIntact) return intl.formatMessage({ id: 'verify.recordIntact' }, { at })
  return brokenDay === null
    ? intl.formatMessage({ id: 'verify.recordBroken' }, { at })
    : intl.formatMessage({ id: 'verify.recordBrokenOn' }, { at, day: formats.date(brokenDay) })
}

function Fact({ id, children }: { id: MessageId; children: ReactNode }) {
  const intl = useIntl()
  return (
    <div>
      <dt>{intl.formatMessage({ id })}</dt>
      <dd>{children}</dd>
    </div>
  )
}
