import { encode } from 'uqr'
import { colours } from '../../colours.ts'

interface Square {
  left: number
  top: number
  side: number
}

/**
 * Draws a text as a QR code. Adjacent dark modules are one rectangle, and all rectangles one shape, so that no seams show. The caller leaves four
 * modules free around it.
 */
export function drawCode(doc: PDFKit.PDFDocument, text: string, { left, top, side }: Square): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const step = side / size
  doc.fillColor(colours.ink)
  for (const [y, modules] of data.entries()) {
    for (let x = 0; x < size; x++) {
      const from = x
      while (modules[x] === true) x++
      if (x > from) doc.rect(left + from * step, top + y * step, (x - from) * step, step)
    }
  }
  doc.fill()
}
