import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pdfPages } from './testPdfText.ts'

/** Pixels per module, and modules of free space around a code. */
const scale = 4
const quietModules = 4

/** Decodes the QR codes in the filled rectangles of a PDF page, each shape separately. */
export async function pdfCodes(bytes: Buffer, page: number): Promise<string[]> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true })
  const found: string[] = []
  for (const [shape] of (pdfPages(bytes)[page] ?? '').matchAll(/(?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+f\n/g)) {
    const picture = pictureOf(
      [...shape.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(([, ...numbers]) => numbers.map(Number)),
    )
    for (const { text } of await readBarcodes(picture, { formats: ['QRCode'] })) found.push(text)
  }
  return found
}

/** Renders rectangles (left, top, width, height), dark on white. */
function pictureOf(rectangles: readonly number[][]) {
  const of = (place: number) => rectangles.map((rectangle) => rectangle[place] ?? 0)
  const [left, top, step] = [Math.min(...of(0)), Math.min(...of(1)), Math.min(...of(3))]
  const side = (Math.round((Math.max(...of(1)) - top) / step) + 1 + 2 * quietModules) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  const pixels = (length: number) => Math.round((length / step) * scale)
  for (const [x = 0, y = 0, width = 0, height = 0] of rectangles) {
    const from = pixels(x - left) + quietModules * scale
    for (let row = pixels(y - top) + quietModules * scale, rows = pixels(height); rows > 0; row++, rows--) {
      for (let column = from; column < from + pixels(width); column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return { data, width: side, height: side, colorSpace: 'srgb' as const }
}
