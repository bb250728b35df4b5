import type { Sharp, SharpOptions } from 'sharp'
import { CallError } from '../../callError.ts'

export interface Picture {
  content: Buffer
  contentType: 'image/webp'
  width: number
  height: number
}

const longestSidePixels = 2000
/** A camera's picture has up to 50 million; a file of a few bytes can claim far more. */
const maxPixels = 60_000_000
/** Of what has to be in memory as a whole, at three bytes a pixel: all but a JPEG that is read line by line. */
const maxPixelsWhole = 16_000_000
const maxWaiting = 20
const busyRetrySeconds = 5

type SharpFunction = (input: Buffer, options: SharpOptions) => Sharp

/** Reads the three formats alone, whatever a file says that it is. */
async function load(): Promise<SharpFunction> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Encodes a JPEG, PNG or WebP again: upright, at most 2,000 pixels a side, without what else was in the file (location,
 * camera, comments, a second file appended to it).
 * @throws CallError NOT_AN_IMAGE, TOO_LARGE for one of too many pixels, BUSY
 */
export type ProcessImage = (bytes: Buffer) => Promise<Picture>

/** Processes one image at a time, since each may take some hundred megabytes. The library is loaded with the first one. */
export function createImageProcessor(): ProcessImage {
  let loading: Promise<SharpFunction> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const clean = async (bytes: Buffer): Promise<Picture> => {
    const sharp = await (loading ??= load())
    try {
      const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
      const { format, isProgressive, width, height } = await sharp(bytes, options).metadata()
      if ((format !== 'jpeg' || isProgressive) && width * height > maxPixelsWhole) throw new CallError('TOO_LARGE')
      const { data, info } = await sharp(bytes, options)
        .autoOrient()
        .resize({ width: longestSidePixels, height: longestSidePixels, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true })
      return { content: data, contentType: 'image/webp', width: info.width, height: info.height }
    } catch (error) {
      if (error instanceof CallError) throw error
      const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
      throw new CallError(isTooLarge ? 'TOO_LARGE' : 'NOT_AN_IMAGE', { cause: error })
    }
  }

  return async (bytes) => {
    if (waiting >= maxWaiting) throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
    waiting++
    const mine = last.then(() => clean(bytes))
    last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      waiting--
    }
  }
}
