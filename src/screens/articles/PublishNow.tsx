import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'

interface Props {
  /** Null: a new article. */
  id: number | null
  /** Value in the form. */
  publishAt: string | number | null
  onPress: () => void
}

/** Button that makes the article appear when saved. The server, not the browser's clock, decides whether it is already published. */
export function PublishNow({ id, publishAt, onPress }: Props) {
  const intl = useIntl()
  const { data } = useCall(endpoints.articles.detail, { id: id ?? 0 }, { isEnabled: id !== null, shows: inPlace })
  const hasAppeared = data?.publishAt === publishAt && data.state !== 'DRAFT' && data.state !== 'SCHEDULED'
  const isKnown = id === null || data !== undefined
  return (
    isKnown && !hasAppeared && <Button onClick={onPress}>{intl.formatMessage({ id: 'article.publishNow' })}</Button>
  )
}
