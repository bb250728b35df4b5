import './articles.css'
import { Modal, Radio, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { contentLanguages, type ContentLanguage } from '#contract/content/texts.ts'
import { loadImage } from '../../api/files/files.ts'
import { inPlace } from '../../api/failures.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import type { Previewed } from './PreviewButton.tsx'

const widths = ['desktop', 'phone'] as const
const widthWords = { desktop: 'article.widthDesktop', phone: 'article.widthPhone' } as const

/** An article as visitors would get it, in one of its languages; in a frame in which nothing runs. */
export function PreviewDialog({ article: { type, texts, coverImageId }, onClose }: { article: Previewed; onClose: () => void }) {
  const intl = useIntl()
  const there = contentLanguages.filter((language) => (texts?.[language]?.title ?? '').trim() !== '')
  const [chosen, setChosen] = useState<ContentLanguage>(there[0] ?? contentLanguages[0])
  const [width, setWidth] = useState<(typeof widths)[number]>('desktop')
  const text = texts?.[chosen] ?? { title: '', summary: '', body: '' }
  const { data, error, refetch } = useCall(endpoints.articles.preview, { type: type ?? 'NEWS', language: chosen, text, coverImageId: coverImageId ?? null }, { shows: inPlace, isForgotten: true })
  const page = usePictures(data?.html)
  const title = intl.formatMessage({ id: 'article.previewOf' }, { language: intl.formatMessage({ id: `contentLanguage.${chosen}` }) })
  return (
    <Modal open width={1200} title={title} footer={null} onCancel={onClose}>
      <div className="article-preview-bar row">
        {there.length > 1 && (
          <Radio.Group
            aria-label={intl.formatMessage({ id: 'article.language' })}
            optionType="button"
            value={chosen}
            options={there.map((language) => ({ value: language, label: intl.formatMessage({ id: `contentLanguage.${language}` }) }))}
            onChange={({ target }) => setChosen(there.find((language) => language === target.value) ?? chosen)}
          />
        )}
        <Radio.Group
          optionType="button"
          value={width}
          options={widths.map((one) => ({ value: one, label: intl.formatMessage({ id: widthWords[one] }) }))}
          onChange={({ target }) => setWidth(widths.find((one) => one === target.value) ?? width)}
        />
      </div>
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {page === null && error === null && <Skeleton active />}
      {page !== null && <iframe className="article-preview" data-width={width} title={title} sandbox="allow-same-origin" srcDoc={page} />}
    </Modal>
  )
}

/** A page whose pictures the person at the console may see, though visitors may not yet: each is fetched with the token. Null: not there yet. */
function usePictures(html: string | undefined): string | null {
  const [page, setPage] = useState<{ of: string; html: string } | null>(null)
  useEffect(() => {
    if (html === undefined) return
    const urls: string[] = []
    let isGone = false
    const read = new DOMParser().parseFromString(html, 'text/html')
    const put = async (picture: HTMLImageElement) => {
      const [, id] = /^\/media\/([\da-f-]{36})$/.exec(picture.getAttribute('src') ?? '') ?? []
      const blob = id === undefined ? null : await loadImage(id, 'whole').catch(() => null)
      if (blob === null || isGone) return
      const url = URL.createObjectURL(blob)
      urls.push(url)
      picture.src = url
    }
    void Promise.all([...read.querySelectorAll('img')].map(put)).then(() => !isGone && setPage({ of: html, html: `<!doctype html>${read.documentElement.outerHTML}` }))
    return () => {
      isGone = true
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [html])
  return page !== null && page.of === html ? page.html : null
}
