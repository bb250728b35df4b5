// Re-encodes pictures in a separate process, so that memory use and crashes of libvips do not affect the server.
// Plain JavaScript, because loading TypeScript would need more memory than most pictures.
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'

const longestSidePixels = 2000
/** Longest side of the thumbnail in lists. */
const thumbnailPixels = 320
/** Cameras produce up to 50 million pixels; a file of a few bytes can claim far more. */
const maxPixels = 60_000_000
/** Limit for pictures that must be decoded as a whole: all but a baseline JPEG, which is read line by line. */
const maxPixelsWhole = 16_000_000
/** Limits per picture: memory above the idle process, and CPU time. */
const maxBytes = 64 * 1024 ** 2
const maxCpuMs = 10_000
/** Interval at which these limits are checked, ms. */
const lookEveryMs = 10
/** A process that retains more memory than this from earlier pictures is replaced. */
const maxKeptBytes = 16 * 1024 ** 2
/** Priority below the server, which must not wait for a picture. */
const nicer = 5

setPriority(Math.min(19, getPriority() + nicer))
try {
  // When memory runs out, the system kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // This exists on Linux only.
}

// Only three formats are read; the type that a file claims to have is ignored.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
sharp.cache(false)
sharp.concurrency(1)

const idleBytes = process.memoryUsage.rss()
const bytesAboveIdle = () => process.memoryUsage.rss() - idleBytes
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @returns the size in pixels and whether a thumbnail was made, or the reason of refusal */
async function encode({ input, output, small }) {
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }
    const { format, isProgressive, width, height } = await sharp(input, options).metadata()
    if ((format !== 'jpeg' || isProgressive) && width * height > maxPixelsWhole) return { refusal: 'TOO_LARGE' }
    const encoded = await sharp(input, options)
      .autoOrient()
      .resize({ width: longestSidePixels, height: longestSidePixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 82, effort: 2 })
      .toFile(output)
    const { width: wide, height: high } = encoded
    const hasThumbnail = Math.max(wide, high) > thumbnailPixels
    if (hasThumbnail) {
      // Made from the encoded picture: the original need not be read again.
      await sharp(output, options)
        .resize({ width: thumbnailPixels, height: thumbnailPixels, fit: 'inside' })
        .webp({ quality: 76, effort: 2 })
        .toFile(small)
    }
    return { width: wide, height: high, hasThumbnail }
  } catch (error) {
    return { refusal: error.message.includes('exceeds pixel limit') ? 'TOO_LARGE' : 'NOT_AN_IMAGE' }
  }
}

process.on('message', async (files) => {
  const from = cpuMs()
  const look = setInterval(() => {
    if (bytesAboveIdle() <= maxBytes && cpuMs() - from <= maxCpuMs) return
    clearInterval(look)
    process.send({ refusal: 'TOO_LARGE', isSpent: true })
  }, lookEveryMs)
  const answer = await encode(files)
  clearInterval(look)
  process.send({ ...answer, isSpent: bytesAboveIdle() > maxKeptBytes })
})
// The server has ended. A normal exit would wait for the picture.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
