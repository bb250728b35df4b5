// A process of its own that encodes pictures again: what libvips takes of memory, and what breaks it, is not the server's.
// Plain JavaScript: what Node reads TypeScript with would take more memory than most pictures.
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'

const longestSidePixels = 2000
/** Of the small picture in lists. */
const thumbnailPixels = 320
/** A camera's picture has up to 50 million; a file of a few bytes can claim far more. */
const maxPixels = 60_000_000
/** Of what has to be in memory as a whole: all but a JPEG that is read line by line. */
const maxPixelsWhole = 16_000_000
/** Limits of one picture: memory above the process's own before its first one, and time of the processor. */
const maxBytes = 64 * 1024 ** 2
const maxCpuMs = 10_000
/** How often that is looked at. */
const lookEveryMs = 10
/** A process that keeps so much from the pictures before is to be replaced. */
const maxKeptBytes = 16 * 1024 ** 2
/** Below the server, which is not to wait for a picture. */
const nicer = 5

setPriority(Math.min(19, getPriority() + nicer))
try {
  // Where memory runs out, the system ends this process before any other.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux alone has it.
}

// Three formats alone are read, whatever a file says that it is.
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

/** @returns the size in pixels and whether there is a small one, or why it is refused */
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
      // Of what is encoded by now: the picture itself need not be read again.
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
// The server has ended. An exit would wait for the picture.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
