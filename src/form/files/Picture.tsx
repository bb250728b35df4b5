import './files.css'
import { Button, Skeleton } from 'antd'
import { Suspense, useEffect, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useImage } from '../../api/files/files.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** Loaded with the first picture. */
const ZoomableImage = lazyChunk(async () => (await import('./ZoomableImage.tsx')).ZoomableImage)

interface Props {
  id: string
  /** Its content, where it is at hand already. */
  blob?: Blob | undefined
  /** What it shows, where that is known. */
  alt?: string
}

/** An uploaded picture, small; a click opens it large. */
export function Picture({ id, blob, alt }: Props) {
  const intl = useIntl()
  const { data: content = blob, isError, refetch } = useImage(id, blob === undefined)
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  if (isError) return <Button onClick={() => void refetch()}>{intl.formatMessage({ id: 'image.failed' })}</Button>
  if (url === undefined) return <Skeleton.Image active />
  return (
    <Suspense fallback={<Skeleton.Image active />}>
      <ZoomableImage src={url} alt={alt ?? intl.formatMessage({ id: 'image.alt' })} />
    </Suspense>
  )
}
