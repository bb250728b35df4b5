import './articles.css'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { RecordDetails } from '../../form/RecordDetails.tsx'
import { articleForm } from './articleForm.tsx'
import { articleFormPath } from './articlePaths.ts'
import { PreviewButton } from './PreviewButton.tsx'

/** An article next to the list: content, and links to its page, its preview and the public site. */
export function ArticleDetails({ id }: { id: number }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(endpoints.articles.detail, { id }, { shows: inPlace })
  if (data === undefined) return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonLines />
  return (
    <>
      <div className="article-details-actions row">
        <Button type="primary" onClick={() => void navigate(`${articleFormPath}/${id}`)}>
          {intl.formatMessage({ id: 'article.edit' })}
        </Button>
        <PreviewButton article={data} />
        {data.state === 'PUBLISHED' && (
          <Button href={`/newsDetail/${data.type}/${id}`} target="_blank" rel="noreferrer">
            {intl.formatMessage({ id: 'article.open' })}
          </Button>
        )}
      </div>
      <RecordDetails form={articleForm} values={articleForm.valuesOf(data)} record={data} />
    </>
  )
}
