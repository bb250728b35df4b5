import '../articles.css'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Article, articleSchema } from '#contract/content/articles.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/CallError.ts'
import { inPlace } from '../../../api/failures.ts'
import { LoadFailed } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { SkeletonLines } from '../../../controls/SkeletonLines.tsx'
import { useUnsaved } from '../../../form/leaving/unsaved.ts'
import { useFormats } from '../../../locale/formats.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { ArticleDifference } from './ArticleDifference.tsx'

const pageSize = 20
/** Parts of an article that versions compare and restore. */
const versionSchema = articleSchema.pick({ type: true, texts: true, coverImageId: true })

interface Version extends Pick<Article, 'type' | 'texts' | 'coverImageId'> {
  id: number
  at: string
  by: string | null
}

/** Versions of an article after each save, which can be compared with the current one and restored. */
export function Versions({ article }: { article: Article }) {
  const intl = useIntl()
  const [pages, setPages] = useState(1)
  const [chosen, setChosen] = useState<Version | null>(null)
  const { data, error, refetch } = useCall(
    endpoints.articles.history,
    { id: article.id, current: 1, pageSize: pages * pageSize },
    { keepsPrevious: true, shows: inPlace },
  )
  const versions = (data?.list ?? []).flatMap(({ id, at, by, after }): Version[] => {
    const parsedVersion = versionSchema.safeParse(after)
    return parsedVersion.success ? [{ id, at, by, ...parsedVersion.data }] : []
  })
  return (
    <section className="panel article-form" aria-labelledby="article-versions">
      <h2 id="article-versions">{intl.formatMessage({ id: 'article.versions' })}</h2>
      <p>{intl.formatMessage({ id: 'article.versionsText' })}</p>
      {data === undefined && (error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
      <ol className="article-versions">
        {versions.map((version, index) => (
          <li key={version.id} className="row">
            <span>
              <Moment at={version.at} /> {version.by && <bdi>{version.by}</bdi>}
            </span>
            {index === 0 ? (
              <span>{intl.formatMessage({ id: 'article.current' })}</span>
            ) : (
              <Button size="small" onClick={() => setChosen(version)}>
                {intl.formatMessage({ id: 'article.compare' })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {data && versions.length < 2 && data.list.length === data.total && (
        <p>{intl.formatMessage({ id: 'article.noVersions' })}</p>
      )}
      {data && data.list.length < data.total && (
        <Button type="link" onClick={() => setPages(pages + 1)}>
          {intl.formatMessage({ id: 'history.more' })}
        </Button>
      )}
      {chosen && <VersionDialog article={article} version={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

/** A version compared with the current article. Restoring it is another save, so that nothing is lost. */
function VersionDialog({ article, version, onClose }: { article: Article; version: Version; onClose: () => void }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const { instant } = useFormats()
  const [isBusy, setBusy] = useState(false)
  const isUnsaved = useUnsaved(({ forms }) => forms).length > 0
  const moment = instant(version.at)

  async function restore() {
    setBusy(true)
    try {
      const { type, texts, coverImageId } = version
      await call(endpoints.articles.addOrEdit, { id: article.id, version: article.version, type, texts, coverImageId })
      void message.success(intl.formatMessage({ id: 'article.restored' }, { moment }))
      onClose()
    } catch (thrown) {
      // Failures have already been reported.
      if (!(thrown instanceof CallError)) throw thrown
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={960}
      title={intl.formatMessage({ id: 'article.difference' }, { moment })}
      okText={intl.formatMessage({ id: 'article.restore' })}
      cancelText={intl.formatMessage({ id: 'action.close' })}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: isUnsaved }}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      <p>{intl.formatMessage({ id: isUnsaved ? 'article.restoreUnsaved' : 'article.differenceText' })}</p>
      <ArticleDifference before={version} after={article} />
    </Modal>
  )
}
