import { Image } from 'antd'

interface Props {
  src: string
  /** URL of the picture in full size. */
  large: string
  alt: string
  onOpen: () => void
}

/** Thumbnail that opens in full size on a click. */
export function ZoomableImage({ src, large, alt, onOpen }: Props) {
  return (
    <Image
      className="picture"
      src={src}
      alt={alt}
      width={160}
      preview={{ src: large, onOpenChange: (isOpen) => isOpen && onOpen() }}
    />
  )
}
