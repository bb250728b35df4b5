// A separate process that draws reports: text layout and font subsetting take a while, which would block the server.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import sharp from 'sharp'
import { colours } from '../../colours.ts'
import type { Block, Report } from './blocks.ts'
import { drawCode } from './drawCode.ts'
import { drawTrack } from './drawTrack.ts'

/** The server's request, passed as the argument of the process. */
export interface DrawAsk {
  /** File with a `Report` as JSON. */
  input: string
  output: string
}

/** Priority below the server, which must not wait for a report. */
const niceIncrement = 5
const margin = 48
/** Free space at the foot of each page. */
const footRoom = 30
const { ink, pale, line } = colours
/** Size of a QR code, and the free space around it. */
const codeSide = 92
const codeRoom = 12
const lackingMark = '〓'
const maxPhotoSide = 1400
const sizes = { title: 17, figure: 18, heading: 12, text: 9, small: 7.5 }
const fonts = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'))
const fontFile = (weight: 'Regular' | 'Bold') => fileURLToPath(new URL(`NotoSansHans-${weight}.otf`, fonts))

type Doc = PDFKit.PDFDocument
/** The current font, which pdfkit's types do not declare. */
type WithFont = Doc & { _font?: { font?: { hasGlyphForCodePoint?(codePoint: number): boolean } } }

/** Replaces each character that the typeface lacks with a mark. */
function drawable(doc: WithFont, text: string): string {
  const font = doc._font?.font
  return Array.from(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '), (letter) =>
    font?.hasGlyphForCodePoint?.(letter.codePointAt(0) ?? 0) === false ? lackingMark : letter,
  ).join('')
}

const bottomOf = (doc: Doc) => doc.page.height - margin - footRoom
const widthOf = (doc: Doc) => doc.page.width - 2 * margin

/** Starts a new page when `height` does not fit on this one. */
function ensureRoom(doc: Doc, height: number): void {
  if (doc.y + height > bottomOf(doc)) doc.addPage()
}

interface Writing {
  size?: number
  colour?: string
  bold?: boolean
  gap?: number
  /** Distance from the left margin. */
  indent?: number
  /** Target of the text as a link. */
  link?: string | null
}

function write(
  doc: Doc,
  text: string,
  { size = sizes.text, colour = ink, bold = false, gap = 4, indent = 0, link = null }: Writing = {},
): void {
  doc
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  doc.text(drawable(doc, text), margin + indent, doc.y, { width: widthOf(doc) - indent, lineGap: 2, link })
  doc.y += gap
}

/** Draws cells side by side, each wrapped as needed; starts a new page when the row does not fit. */
function row(
  doc: Doc,
  cells: readonly string[],
  widths: readonly number[],
  { bold = false, again = () => {} } = {},
): void {
  const inner = widthOf(doc)
  doc
    .font(bold ? 'bold' : 'regular')
    .fontSize(sizes.small)
    .fillColor(bold ? pale : ink)
  const drawn = cells.map((cell) => drawable(doc, cell))
  const wide = widths.map((share) => share * inner - 6)
  const height = Math.min(
    Math.max(...drawn.map((cell, place) => doc.heightOfString(cell, { width: wide[place] ?? inner, lineGap: 1 }))),
    bottomOf(doc) - margin,
  )
  if (doc.y + height + 5 > bottomOf(doc)) {
    doc.addPage()
    again()
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(sizes.small)
      .fillColor(bold ? pale : ink)
  }
  const top = doc.y
  let left = margin
  for (const [place, cell] of drawn.entries()) {
    doc.text(cell, left, top, { width: wide[place] ?? inner, lineGap: 1, height, ellipsis: true })
    left += (widths[place] ?? 0) * inner
  }
  doc.y = top + height + 4
  doc
    .moveTo(margin, doc.y - 2)
    .lineTo(margin + inner, doc.y - 2)
    .lineWidth(0.4)
    .strokeColor(line)
    .stroke()
}

/** Draws figures side by side, each below its name. */
function figures(doc: Doc, shown: readonly { name: string; text: string; note: string }[]): void {
  const wide = widthOf(doc) / shown.length
  ensureRoom(doc, 60)
  const top = doc.y + 2
  let bottom = top
  for (const [place, { name, text, note }] of shown.entries()) {
    const options = { width: wide - 8, lineGap: 1 }
    const left = margin + place * wide
    doc.font('regular').fontSize(sizes.small).fillColor(pale).text(drawable(doc, name), left, top, options)
    doc.font('bold').fontSize(sizes.figure).fillColor(ink).text(drawable(doc, text), left, doc.y, options)
    doc.font('regular').fontSize(sizes.small).fillColor(pale).text(drawable(doc, note), left, doc.y, options)
    bottom = Math.max(bottom, doc.y)
  }
  doc.y = bottom + 8
}

async function draw(doc: Doc, block: Block): Promise<void> {
  switch (block.kind) {
    case 'title':
      write(doc, block.text, { size: sizes.title, bold: true, gap: 2 })
      return write(doc, block.note, { colour: pale, gap: 8 })
    case 'heading':
      ensureRoom(doc, 60)
      doc.y += 8
      return write(doc, block.text, { size: sizes.heading, bold: true })
    case 'text':
      ensureRoom(doc, 24)
      return write(doc, block.text)
    case 'code': {
      ensureRoom(doc, codeSide + 2 * codeRoom)
      const top = doc.y + codeRoom
      const indent = codeSide + codeRoom
      drawCode(doc, block.address, { left: margin, top, side: codeSide })
      doc.y = top
      write(doc, block.text, { indent })
      write(doc, block.address, { indent, link: block.address })
      write(doc, block.note, { indent })
      doc.y = Math.max(doc.y, top + codeSide) + codeRoom
      return
    }
    case 'figures':
      return figures(doc, block.figures)
    case 'facts':
      for (const [name, text] of block.facts) row(doc, [name, text], [0.26, 0.74])
      return
    case 'table': {
      const head = () => row(doc, block.titles, block.widths, { bold: true })
      ensureRoom(doc, 40)
      head()
      for (const cells of block.rows) row(doc, cells, block.widths, { again: head })
      return
    }
    case 'track': {
      ensureRoom(doc, 250)
      const top = doc.y
      drawTrack(doc, block, { left: margin, top, width: widthOf(doc), height: 220 })
      doc.y = top + 226
      return write(doc, block.words, { size: sizes.small, colour: pale })
    }
    case 'photo': {
      const { data, info } = await sharp(block.path)
        .rotate()
        .resize(maxPhotoSide, maxPhotoSide, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: colours.paper })
        .jpeg({ quality: 82 })
        .toBuffer({ resolveWithObject: true })
      const scale = Math.min(1, widthOf(doc) / info.width, 330 / info.height)
      ensureRoom(doc, info.height * scale + 30)
      doc.image(data, margin, doc.y, { width: info.width * scale })
      doc.y += info.height * scale + 4
      return write(doc, block.words, { size: sizes.small, colour: pale })
    }
  }
}

async function drawAll({ input, output }: DrawAsk): Promise<void> {
  const report = JSON.parse(await readFile(input, 'utf8')) as Report
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin },
    bufferPages: true,
    lang: report.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: report.title, Author: report.author, Creator: 'Drover', Producer: 'Drover' },
    font: fontFile('Regular'),
  })
  const file = createWriteStream(output, { flags: 'wx', mode: 0o600 })
  doc.pipe(file)
  doc.registerFont('regular', fontFile('Regular')).registerFont('bold', fontFile('Bold'))
  for (const block of report.blocks) await draw(doc, block)
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(sizes.small).fillColor(pale)
    const words = report.footer.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    doc.text(drawable(doc, words), margin, doc.page.height - margin, { width: widthOf(doc), lineBreak: false })
  }
  doc.end()
  await finished(file)
}

setPriority(Math.min(19, getPriority() + niceIncrement))
sharp.concurrency(1)
await drawAll(JSON.parse(process.argv[2] ?? '') as DrawAsk)
process.send?.('drawn', undefined, undefined, () => process.exit())
