import { encode } from 'uqr'
import { colours } from '../../colours.ts'

interface Square {
  left: number
  top: number
  side: number
}

/** Draws a text as a QR code: what is dark side by side in a row is one rectangle, and all of them are one shape, so that no seam shows. The paper around it stays free for four of its modules. */
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
