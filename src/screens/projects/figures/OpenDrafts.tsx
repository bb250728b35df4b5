import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { inPlace } from '../../../api/failures.ts'
import { useTabAddress } from '../past/moments.ts'

/** Says that heads noted as lost in alerts still count, because nobody has decided their drafts. Shows nothing without open drafts. */
export function OpenDrafts({ id }: { id: number }) {
  const intl = useIntl()
  const addressOf = useTabAddress()
  const { data } = useCall(endpoints.ledgerDrafts.list, { id, state: 'OPEN', pageSize: 1 }, { shows: inPlace })
  if (!data || data.total === 0) return null
  return (
    <p className="panel figures-part" role="status">
      {intl.formatMessage({ id: 'figures.openDrafts' }, { count: data.total })}{' '}
      <Link to={addressOf({ tab: 'headcount' })}>{intl.formatMessage({ id: 'draft.title' })}</Link>
    </p>
  )
}
