import { imageContentTypes } from '#contract/calls/images.ts'
import { imageIdIn } from './schema/pictureNode.ts'

/** HTML that is pasted or dropped, with the pictures in it that are not uploaded ones. */
export interface Pasted {
  body: HTMLElement
  /** Those that it carries with itself. */
  carried: { image: HTMLImageElement; file: File }[]
  /** Those that are elsewhere: nothing of theirs is fetched. */
  elsewhere: number
  /** Nothing is in it but pictures. */
  isPictures: boolean
}

const carriedPattern = /^data:([a-z]+\/[a-z.+-]+);base64,([a-z\d+/=\s]+)$/i

/** The file that an address is itself; null: it is none, or of a kind that is not taken. */
function fileIn(address: string): File | null {
  const [, type = '', text = ''] = carriedPattern.exec(address) ?? []
  if (!imageContentTypes.some((known) => known === type.toLowerCase())) return null
  try {
    return new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'pasted', { type: type.toLowerCase() })
  } catch {
    return null
  }
}

/** Reads HTML without loading or running anything of it. */
export function readPasted(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const all = [...body.querySelectorAll('img')]
  const others = all.filter((image) => imageIdIn(image) === null)
  const carried = others.flatMap((image) => {
    const file = fileIn(image.getAttribute('src') ?? '')
    return file === null ? [] : [{ image, file }]
  })
  return { body, carried, elsewhere: others.length - carried.length, isPictures: all.length > 0 && (body.textContent ?? '').trim() === '' }
}
