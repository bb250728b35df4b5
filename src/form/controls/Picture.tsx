import './controls.css'
import { Button, Skeleton } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { loadImage } from '../../api/images.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** Loaded with the first picture. */
const ZoomableImage = lazyChunk(async () => (await import('./ZoomableImage.tsx')).ZoomableImage)

interface Props {
  id: string
  /** Its content, where it is at hand already. */
  blob?: Blob | undefined
}

/** An uploaded picture, small; a click opens it large. */
export function Picture(props: Props) {
  const [tries, setTries] = useState(0)
  return <LoadedPicture key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

function LoadedPicture({ id, blob, onRetry }: Props & { onRetry: () => void }) {
  const intl = useIntl()
  const [loaded, setLoaded] = useState<{ id: string; url: string | null } | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    let url: string | null = null
    const show = (content: Blob) => {
      if (controller.signal.aborted) return
      url = URL.createObjectURL(content)
      setLoaded({ id, url })
    }
    if (blob) show(blob)
    else loadImage(id, controller.signal).then(show, () => controller.signal.aborted || setLoaded({ id, url: null }))
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id, blob])

  if (loaded?.id !== id) return <Skeleton.Image active />
  if (loaded.url === null) {
    return <Button onClick={onRetry}>{intl.formatMessage({ id: 'image.failed' })}</Button>
  }
  return (
    <Suspense fallback={<Skeleton.Image active />}>
      <ZoomableImage src={loaded.url} alt={intl.formatMessage({ id: 'image.alt' })} />
    </Suspense>
  )
}
