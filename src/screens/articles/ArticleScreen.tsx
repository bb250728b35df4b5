import './articles.css'
import { useIntl } from 'react-intl'
import { useNavigate, useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { articleForm } from './articleForm.tsx'
import { articleFormPath } from './articlePaths.ts'
import { Versions } from './versions/Versions.tsx'

/** Editor of a new or existing article, with its versions below. */
export function ArticleScreen() {
  const intl = useIntl()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const articleId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const { data } = useCall(
    endpoints.articles.detail,
    { id: articleId ?? 0 },
    { isEnabled: articleId !== null, shows: inPlace },
  )
  return (
    <>
      <PageHeading
        title={articleId === null ? intl.formatMessage({ id: 'article.new' }) : data?.title}
        note={data && intl.formatMessage({ id: `articleState.${data.state}` })}
      />
      <section className="panel article-form" aria-label={intl.formatMessage({ id: 'article.formTitle' })}>
        <RecordPanel
          key={articleId}
          form={articleForm}
          id={articleId}
          onSaved={(saved) => articleId === null && void navigate(`${articleFormPath}/${saved.id}`, { replace: true })}
        />
      </section>
      {data && <Versions article={data} />}
    </>
  )
}
