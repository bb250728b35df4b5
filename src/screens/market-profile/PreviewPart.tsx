import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Values } from '../../form/values/normalize.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { type Drafts, draftsOf, type Part, useOpenForm } from './drafts.ts'

/** Loaded on demand. */
const PreviewDialog = lazyChunk(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)

/** Button below a section's form that previews the whole page with the input of all forms, saved or not. */
export function PreviewPart({ part, values }: { part: Part; values: Values }) {
  const intl = useIntl()
  const filledIn = useOpenForm(part, values)
  const [shown, setShown] = useState<Drafts | null>(null)
  const isWhole = draftsOf(new Map([[part, values]])) !== null
  return (
    <>
      <Button
        icon={<EyeOutlined aria-hidden />}
        disabled={!isWhole}
        title={isWhole ? undefined : intl.formatMessage({ id: 'marketing.previewFailed' })}
        onClick={() => setShown(draftsOf(filledIn()))}
      >
        {intl.formatMessage({ id: 'preview.open' })}
      </Button>
      <Suspense>{shown !== null && <PreviewDialog drafts={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}
