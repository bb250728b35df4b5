import './files.css'
import { Button, Skeleton } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useImage } from '../../api/files/files.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** Loaded on demand. */
const ZoomableImage = lazyChunk(async () => (await import('./ZoomableImage.tsx')).ZoomableImage)

interface Props {
  id: string
  /** Content of the picture, if already loaded. */
  blob?: Blob | undefined
  /** Subject of the picture, if known. */
  alt?: string
}

/** An uploaded picture as a thumbnail; a click loads and opens it in full size. */
export function Picture({ id, blob, alt }: Props) {
  const intl = useIntl()
  const [wasOpened, setOpened] = useState(false)
  const small = useImage(id, 'thumbnail', blob === undefined)
  const whole = useImage(id, 'whole', blob === undefined && wasOpened)
  const smallUrl = useUrl(blob ?? small.data)
  const wholeUrl = useUrl(blob ?? whole.data)

  if (small.isError)
    return <Button onClick={() => void small.refetch()}>{intl.formatMessage({ id: 'image.failed' })}</Button>
  if (smallUrl === undefined) return <Skeleton.Image active />
  return (
    <Suspense fallback={<Skeleton.Image active />}>
      {/* Enlarges the thumbnail until the full picture has loaded. */}
      <ZoomableImage
        src={smallUrl}
        large={wholeUrl ?? smallUrl}
        onOpen={() => setOpened(true)}
        alt={alt ?? intl.formatMessage({ id: 'image.alt' })}
      />
    </Suspense>
  )
}

/** Returns an object URL for content while it is displayed. */
function useUrl(content: Blob | undefined): string | undefined {
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
