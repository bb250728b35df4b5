import { useIntl } from 'react-intl'
import { formatSpan } from '../../../locale/durations.ts'
import { joinParts } from '../../../locale/joins.ts'
import { herdNow } from '../../../store/clock.ts'
import type { Taken } from './AcknowledgeDialog.tsx'

/** Says who had alerts before oneself, for how long, what they wrote, and how many are one's own now. */
export function OthersNotice({ taken: { others, acknowledged }, onClose }: { taken: Taken; onClose: () => void }) {
  const intl = useIntl()
  const now = herdNow()
  const byHolder = Map.groupBy(others, ({ acknowledgedBy }) => acknowledgedBy ?? '')
  const isOne = others.length === 1 && acknowledged.length === 0
  const lines = [...byHolder].map(([who, theirs]) => {
    const [first] = theirs
    const span = first?.acknowledgedAt && now !== null ? formatSpan(intl, now - Date.parse(first.acknowledgedAt)) : ''
    const words = isOne ? intl.formatMessage({ id: 'alerts.hasIt' }, { who, span }) : intl.formatMessage({ id: 'alerts.hasSome' }, { who, span, count: theirs.length })
    return joinParts(intl, words, first?.comment && intl.formatMessage({ id: 'alerts.said' }, { comment: first.comment }))
  })
  if (acknowledged.length > 0) lines.push(intl.formatMessage({ id: 'alerts.restYours' }, { count: acknowledged.length }))
  return (
    <div className="wall-notice row" role="status">
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" aria-label={intl.formatMessage({ id: 'action.close' })} onClick={onClose}>
        ✕
      </button>
    </div>
  )
}
