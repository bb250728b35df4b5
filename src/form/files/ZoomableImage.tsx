import { Image } from 'antd'

interface Props {
  src: string
  /** The address of the picture that opens. */
  large: string
  alt: string
  onOpen: () => void
}

/** A small picture; a click opens it large. */
export function ZoomableImage({ src, large, alt, onOpen }: Props) {
  return <Image className="picture" src={src} alt={alt} width={160} preview={{ src: large, onOpenChange: (isOpen) => isOpen && onOpen() }} />
}
