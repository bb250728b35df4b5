// A process of its own that makes one size of a published picture: what libvips and the encoder take is not the server's.
// `node sizePicture.mjs <input.webp> <output> <width> <avif|webp|jpeg>`
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'

// Below the server, which is not to wait for a picture.
setPriority(Math.min(19, getPriority() + 5))
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpFile'] })
sharp.cache(false)
sharp.concurrency(1)

const [input, output, width, format] = process.argv.slice(2)
const resized = sharp(input, { limitInputPixels: 16_000_000, failOn: 'error' }).resize({ width: Number(width), withoutEnlargement: true })
const encoded = {
  avif: () => resized.avif({ quality: 52, effort: 2 }),
  webp: () => resized.webp({ quality: 78, effort: 4 }),
  // Share cards are read by robots that know no other; what was transparent is white there.
  jpeg: () => resized.flatten({ background: 'white' }).jpeg({ quality: 80, mozjpeg: true }),
}[format]
await encoded().toFile(output)
