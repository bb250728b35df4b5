// Makes one size of a published picture in a separate process, so that libvips and the encoder do not use the server's memory.
// `node sizePicture.mjs <input.webp> <output> <width> <avif|webp|jpeg>`
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'

// Priority below the server, which must not wait for a picture.
setPriority(Math.min(19, getPriority() + 5))
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpFile'] })
sharp.cache(false)
sharp.concurrency(1)

const [input, output, width, format] = process.argv.slice(2)
const resized = sharp(input, { limitInputPixels: 16_000_000, failOn: 'error' }).resize({
  width: Number(width),
  withoutEnlargement: true,
})
const encoded = {
  avif: () => resized.avif({ quality: 52, effort: 2 }),
  webp: () => resized.webp({ quality: 78, effort: 4 }),
  // The robots that read share cards support no other format; transparent areas become white.
  jpeg: () => resized.flatten({ background: 'white' }).jpeg({ quality: 80, mozjpeg: true }),
}[format]
await encoded().toFile(output)
