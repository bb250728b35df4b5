import { mediaPath, mediaWidths } from '#contract/content/texts.ts'
import { cleaned, html, type Markup, type Piece } from './html.ts'

/** Pixel size of a stored picture. */
export interface PictureSize {
  width: number
  height: number
}

/** Sizes of pictures by id; a picture without an entry is rendered without dimensions. */
export type PictureSizes = ReadonlyMap<string, PictureSize>

/** Returns the address of a picture with at most the given width; without a width, of the original. */
export function mediaAddress(id: string, width?: (typeof mediaWidths)[number]): string {
  return mediaPath.replace('{id}', encodeURIComponent(id)) + (width === undefined ? '' : `?w=${width}`)
}

/** Returns the addresses of a picture by width, up to its own width. */
function sourcesOf(id: string, size: PictureSize | undefined): string {
  const widest = size?.width ?? Infinity
  const narrower = mediaWidths.filter(
    (width, place) => place === 0 || width <= widest || (mediaWidths[place - 1] ?? 0) < widest,
  )
  return narrower.map((width) => `${mediaAddress(id, width)} ${width}w`).join(', ')
}

interface PictureOptions {
  alt: string
  /** Displayed width, in the format of the `sizes` attribute. */
  sizes: string
  /** True for the picture that the browser must load first; at most one per page. */
  isFirst?: boolean
  className?: string
  /** Size of the picture; without it, the page's style reserves the space. */
  size?: PictureSize | undefined
}

/** Renders a published picture with its available widths. */
export function picture(id: string, { alt, sizes, isFirst = false, className, size }: PictureOptions): Markup {
  const dimensions: Piece = size && html` width="${size.width}" height="${size.height}"`
  const first: Piece = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`
  return html`<img${className !== undefined && html` class="${className}"`} src="${mediaAddress(id, 960)}" srcset="${sourcesOf(id, size)}" sizes="${sizes}" alt="${alt}"${dimensions}${first} decoding="async" />`
}

const image = /<img\b[^>]*?\bsrc="\/media\/([\da-f-]{36})"[^>]*>/gi

/** Lists the pictures in a rich text, without duplicates. */
export function picturesIn(body: string): string[] {
  return [...new Set([...body.matchAll(image)].map(([, id = '']) => id))]
}

/** Replaces the pictures in a cleaned rich text with ones that reserve their space and load in the displayed width. */
export function withPictures(body: string, sizes: PictureSizes): Markup {
  const text = body.replaceAll(image, (tag, id: string) => {
    const alt = /\balt="([^"]*)"/i.exec(tag)?.[1] ?? ''
    const size = sizes.get(id)
    // The alternative text is already escaped.
    const described = picture(id, { alt: '', sizes: '(min-width: 800px) 720px, 92vw', size }).text.replace(
      'alt=""',
      () => `alt="${alt}"`,
    )
    return described
  })
  // Tables and code wider than the page scroll separately, also by keyboard.
  return cleaned(
    text
      .replaceAll(/<pre\b/gi, '<pre tabindex="0"')
      .replaceAll(/<table\b/gi, '<div class="table" tabindex="0"><table')
      .replaceAll(/<\/table>/gi, '</table></div>'),
  )
}
