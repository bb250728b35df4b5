import './files.css'
import { Button, Skeleton } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useImage } from '../../api/files/files.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** Loaded with the first picture. */
const ZoomableImage = lazyChunk(async () => (await import('./ZoomableImage.tsx')).ZoomableImage)

interface Props {
  id: string
  /** Its content, where it is at hand already. */
  blob?: Blob | undefined
  /** The subject of the picture, where it is known. */
  alt?: string
}

/** An uploaded picture, small; a click opens it large, which is fetched then. */
export function Picture({ id, blob, alt }: Props) {
  const intl = useIntl()
  const [wasOpened, setOpened] = useState(false)
  const small = useImage(id, 'thumbnail', blob === undefined)
  const whole = useImage(id, 'whole', blob === undefined && wasOpened)
  const smallUrl = useUrl(blob ?? small.data)
  const wholeUrl = useUrl(blob ?? whole.data)

  if (small.isError) return <Button onClick={() => void small.refetch()}>{intl.formatMessage({ id: 'image.failed' })}</Button>
  if (smallUrl === undefined) return <Skeleton.Image active />
  return (
    <Suspense fallback={<Skeleton.Image active />}>
      {/* Until the whole one is here, the small one is shown large. */}
      <ZoomableImage src={smallUrl} large={wholeUrl ?? smallUrl} onOpen={() => setOpened(true)} alt={alt ?? intl.formatMessage({ id: 'image.alt' })} />
    </Suspense>
  )
}

/** The address of some content, for as long as it is shown. */
function useUrl(content: Blob | undefined): string | undefined {
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
