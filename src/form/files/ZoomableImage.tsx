import { Image } from 'antd'

/** A small picture; a click opens it large. */
export function ZoomableImage({ src, alt }: { src: string; alt: string }) {
  return <Image className="picture" src={src} alt={alt} width={160} />
}
