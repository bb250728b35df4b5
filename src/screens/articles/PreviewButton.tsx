import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ArticleType } from '#contract/content/articles.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { Texts } from './texts.ts'

/** Loaded on demand. */
const PreviewDialog = lazyChunk(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)

/** The article to preview, saved or from the form. */
export interface Previewed {
  type?: ArticleType | null | undefined
  texts?: Texts | null | undefined
  coverImageId?: string | null | undefined
  publishAt?: string | number | null | undefined
}

/** Button that shows an article as visitors would see it, saved or not. */
export function PreviewButton({ article }: { article: Previewed }) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const hasTitle = Object.values(article.texts ?? {}).some((text) => text !== undefined && text.title.trim() !== '')
  return (
    <>
      <Button
        icon={<EyeOutlined aria-hidden />}
        disabled={!hasTitle}
        title={hasTitle ? undefined : intl.formatMessage({ id: 'article.previewFailed' })}
        onClick={() => setOpen(true)}
      >
        {intl.formatMessage({ id: 'preview.open' })}
      </Button>
      <Suspense>{isOpen && <PreviewDialog article={article} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
