import { imageContentTypes } from '#contract/calls/images.ts'
import { imageIdIn } from './schema/pictureNode.ts'

/** Pasted or dropped HTML with its pictures that are not uploads of ours. */
export interface Pasted {
  body: HTMLElement
  /** Pictures embedded in the HTML. */
  embedded: { image: HTMLImageElement; file: File }[]
  /** Number of pictures on other sites, which are never fetched. */
  externalCount: number
  /** Whether the HTML contains only pictures. */
  isPictures: boolean
}

const carriedPattern = /^data:([a-z]+\/[a-z.+-]+);base64,([a-z\d+/=\s]+)$/i

/** Returns the file in a data URL; null for other URLs and unsupported types. */
function fileIn(address: string): File | null {
  const [, type = '', text = ''] = carriedPattern.exec(address) ?? []
  if (!imageContentTypes.some((known) => known === type.toLowerCase())) return null
  try {
    return new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'pasted', {
      type: type.toLowerCase(),
    })
  } catch {
    return null
  }
}

/** Parses HTML without loading or running anything in it. */
export function readPasted(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const all = [...body.querySelectorAll('img')]
  const others = all.filter((image) => imageIdIn(image) === null)
  const embedded = others.flatMap((image) => {
    const file = fileIn(image.getAttribute('src') ?? '')
    return file === null ? [] : [{ image, file }]
  })
  return {
    body,
    embedded,
    externalCount: others.length - embedded.length,
    isPictures: all.length > 0 && (body.textContent ?? '').trim() === '',
  }
}
