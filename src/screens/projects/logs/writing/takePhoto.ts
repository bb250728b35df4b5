import { imageContentTypes, maxImageBytes } from '#contract/calls/images.ts'
import type { PhotoPlace } from '../../../../storage/logShelf.ts'

/** As much as an eye needs of a herd: what is kept on the phone and sent over a pen's weak network stays small. */
const longestSide = 2048
const quality = 0.85
/** A smaller photo is kept as it came. */
const smallBytes = 700_000

/** A photo as it is kept and sent; null: no picture that anybody can read. */
export async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const isKnown = imageContentTypes.some((type) => type === file.type)
  if (isKnown && file.size <= smallBytes) return file
  const small = await redraw(file).catch(() => null)
  if (small !== null && small.size <= maxImageBytes) return small
  return isKnown && file.size <= maxImageBytes ? file : null
}

async function redraw(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** Where the phone is now; null: it may not say, or does not know in time. */
export function placeNow(): Promise<PhotoPlace | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => resolve({ longitude, latitude, accuracyM: Math.round(accuracy) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    )
  })
}
