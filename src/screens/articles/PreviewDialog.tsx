import { Radio } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { contentLanguages, type ContentLanguage } from '#contract/content/texts.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { PagePreview } from '../../entities/content/PagePreview.tsx'
import type { Previewed } from './PreviewButton.tsx'

/** An article as visitors would see it, in one of its languages. */
export function PreviewDialog({
  article: { type, texts, coverImageId, publishAt },
  onClose,
}: {
  article: Previewed
  onClose: () => void
}) {
  const intl = useIntl()
  const available = contentLanguages.filter((language) => (texts?.[language]?.title ?? '').trim() !== '')
  const [chosen, setChosen] = useState<ContentLanguage>(available[0] ?? contentLanguages[0])
  const text = texts?.[chosen] ?? { title: '', summary: '', body: '' }
  const { data, error, refetch } = useCall(
    endpoints.articles.preview,
    { type: type ?? 'NEWS', language: chosen, text, coverImageId: coverImageId ?? null, publishAt: publishAt ?? null },
    { shows: inPlace, isForgotten: true },
  )
  const title = intl.formatMessage(
    { id: 'article.previewOf' },
    { language: intl.formatMessage({ id: `contentLanguage.${chosen}` }) },
  )
  return (
    <PagePreview title={title} html={data?.html} error={error} onRetry={() => void refetch()} onClose={onClose}>
      {available.length > 1 && (
        <Radio.Group
          aria-label={intl.formatMessage({ id: 'article.language' })}
          optionType="button"
          value={chosen}
          options={available.map((language) => ({
            value: language,
            label: intl.formatMessage({ id: `contentLanguage.${language}` }),
          }))}
          onChange={({ target }) => setChosen(available.find((language) => language === target.value) ?? chosen)}
        />
      )}
    </PagePreview>
  )
}
