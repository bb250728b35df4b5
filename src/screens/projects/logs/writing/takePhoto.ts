import { imageContentTypes, maxImageBytes } from '#contract/calls/images.ts'
import type { PhotoPlace } from '../../../../storage/logShelf.ts'

/** Maximum side in pixels and quality, enough for a herd; keeps storage and uploads over weak networks small. */
const maxSidePixels = 2048
const quality = 0.85
/** Size up to which a photo stays unchanged, bytes. */
const smallBytes = 700_000

/** Returns a photo as it is stored and sent; null: not a readable picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const isKnown = imageContentTypes.some((type) => type === file.type)
  if (isKnown && file.size <= smallBytes) return file
  const small = await redraw(file).catch(() => null)
  if (small !== null && small.size <= maxImageBytes) return small
  return isKnown && file.size <= maxImageBytes ? file : null
}

async function redraw(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePixels / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** Returns the device's position; null: not permitted, or unknown in time. */
export function placeNow(): Promise<PhotoPlace | null> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        resolve({ longitude, latitude, accuracyM: Math.round(accuracy) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    )
  })
}
