import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'

interface Props {
  /** Null: a new article. */
  id: number | null
  /** As it stands in the form. */
  publishAt: string | number | null
  onPress: () => void
}

/** Has the form say that the article appears with its save. Whether it is there already the server says, and no clock of this browser. */
export function PublishNow({ id, publishAt, onPress }: Props) {
  const intl = useIntl()
  const { data } = useCall(endpoints.articles.detail, { id: id ?? 0 }, { isEnabled: id !== null, shows: inPlace })
  const hasAppeared = data?.publishAt === publishAt && data.state !== 'DRAFT' && data.state !== 'SCHEDULED'
  const isKnown = id === null || data !== undefined
  return isKnown && !hasAppeared && <Button onClick={onPress}>{intl.formatMessage({ id: 'article.publishNow' })}</Button>
}
