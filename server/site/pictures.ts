import { mediaPath, mediaWidths } from '#contract/content/texts.ts'
import { cleaned, html, type Markup, type Piece } from './html.ts'

/** The pixels of a picture as it was kept. */
export interface PictureSize {
  width: number
  height: number
}

/** The sizes of pictures by their ids; one that is missing is shown without. */
export type PictureSizes = ReadonlyMap<string, PictureSize>

/** Where a picture is, no wider than asked for; without a width as it is. */
export function mediaAddress(id: string, width?: (typeof mediaWidths)[number]): string {
  return mediaPath.replace('{id}', encodeURIComponent(id)) + (width === undefined ? '' : `?w=${width}`)
}

/** The addresses of a picture by width, no wider than it is itself. */
function sourcesOf(id: string, size: PictureSize | undefined): string {
  const widest = size?.width ?? Infinity
  const narrower = mediaWidths.filter((width, place) => place === 0 || width <= widest || (mediaWidths[place - 1] ?? 0) < widest)
  return narrower.map((width) => `${mediaAddress(id, width)} ${width}w`).join(', ')
}

interface PictureOptions {
  alt: string
  /** How wide it is shown, as `sizes` has it. */
  sizes: string
  /** True for the picture that the browser asks for first; a page has one at the most. */
  isFirst?: boolean
  className?: string
  /** As the picture is; where it is missing the page's style says how much room it has. */
  size?: PictureSize | undefined
}

/** A published picture in the widths that there are. */
export function picture(id: string, { alt, sizes, isFirst = false, className, size }: PictureOptions): Markup {
  const dimensions: Piece = size && html` width="${size.width}" height="${size.height}"`
  const first: Piece = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`
  return html`<img${className !== undefined && html` class="${className}"`} src="${mediaAddress(id, 960)}" srcset="${sourcesOf(id, size)}" sizes="${sizes}" alt="${alt}"${dimensions}${first} decoding="async" />`
}

const image = /<img\b[^>]*?\bsrc="\/media\/([\da-f-]{36})"[^>]*>/gi

/** The pictures in a rich text, each once. */
export function picturesIn(body: string): string[] {
  return [...new Set([...body.matchAll(image)].map(([, id = '']) => id))]
}

/** A cleaned rich text whose pictures have room before they are there, and come in the width in which they are shown. */
export function withPictures(body: string, sizes: PictureSizes): Markup {
  const text = body.replaceAll(image, (tag, id: string) => {
    const alt = /\balt="([^"]*)"/i.exec(tag)?.[1] ?? ''
    const size = sizes.get(id)
    // The text of the attribute is HTML already.
    const described = picture(id, { alt: '', sizes: '(min-width: 800px) 720px, 92vw', size }).text.replace('alt=""', () => `alt="${alt}"`)
    return described
  })
  // A table or code that is wider than the page scrolls by itself, and by the keyboard.
  return cleaned(text.replaceAll(/<pre\b/gi, '<pre tabindex="0"').replaceAll(/<table\b/gi, '<div class="table" tabindex="0"><table').replaceAll(/<\/table>/gi, '</table></div>'))
}
