import { colours } from '../../colours.ts'
import type { Block, Ring } from './blocks.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}
type Track = Extract<Block, { kind: 'track' }>
type Place = readonly [number, number]

const metresPerDegree = 111_320
const pad = 12
/** Lengths of the scale bar, metres; the longest that fits in a third of the box is used. */
const bars = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/**
 * Draws an animal's track with its pen and farm in a box, north up.
 * A ring marks the start, a dot the end, and a cross the alert's position.
 */
export function drawTrack(doc: PDFKit.PDFDocument, { boundary, pen, fixes, place }: Track, box: Box): void {
  const corners = (of: Ring) => of.map(([longitude = 0, latitude = 0]): Place => [longitude, latitude])
  const seen: Place[] = [...corners(fixes), ...corners(pen ?? []), ...(place ? [place] : [])]
  const toPage = projection(seen, box)
  doc.save()
  doc.rect(box.left, box.top, box.width, box.height).lineWidth(0.6).strokeColor(colours.line).stroke()
  doc.rect(box.left, box.top, box.width, box.height).clip()
  ring(doc, corners(boundary).map(toPage.point), colours.boundary, 1)
  if (pen) ring(doc, corners(pen).map(toPage.point), colours.pen, 1.4)
  const points = fixes.map(([longitude, latitude]) => toPage.point([longitude, latitude]))
  for (const [at, [x, y]] of points.entries()) {
    if (at === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
  doc.lineWidth(1.1).lineJoin('round').strokeColor(colours.path).stroke()
  const [begin, end] = [points[0], points.at(-1)]
  if (begin)
    doc
      .circle(...begin, 3)
      .lineWidth(1)
      .strokeColor(colours.ink)
      .stroke()
  if (end)
    doc
      .circle(...end, 2.6)
      .fillColor(colours.ink)
      .fill()
  if (place) {
    const [x, y] = toPage.point(place)
    doc
      .moveTo(x - 5, y - 5)
      .lineTo(x + 5, y + 5)
      .moveTo(x - 5, y + 5)
      .lineTo(x + 5, y - 5)
      .lineWidth(2)
      .strokeColor(colours.moment)
      .stroke()
  }
  const metres = bars.findLast((length) => length * toPage.perMetre <= box.width / 3) ?? bars[0] ?? 0
  const [x, y] = [box.left + pad, box.top + box.height - pad]
  doc
    .moveTo(x, y)
    .lineTo(x + metres * toPage.perMetre, y)
    .lineWidth(1.4)
    .strokeColor(colours.ink)
    .stroke()
  doc
    .font('regular')
    .fontSize(7)
    .fillColor(colours.ink)
    .text(`${metres} m`, x, y - 11, { lineBreak: false })
  doc.restore()
}

function ring(doc: PDFKit.PDFDocument, corners: (readonly [number, number])[], colour: string, width: number): void {
  if (corners.length < 3) return
  doc
    .polygon(...corners.map(([x, y]): [number, number] => [x, y]))
    .lineWidth(width)
    .strokeColor(colour)
    .stroke()
}

/** Returns the projection from degrees to points on the page: everything fits, at one scale in both directions. */
function projection(seen: readonly Place[], { left, top, width, height }: Box) {
  const [west, east] = [Math.min(...seen.map(([x]) => x)), Math.max(...seen.map(([x]) => x))]
  const [south, north] = [Math.min(...seen.map(([, y]) => y)), Math.max(...seen.map(([, y]) => y))]
  const middle: Place = [(west + east) / 2, (south + north) / 2]
  const metresEast = metresPerDegree * Math.cos((middle[1] * Math.PI) / 180)
  // Keeps a stationary track from filling the page.
  const spans = [Math.max((east - west) * metresEast, 20), Math.max((north - south) * metresPerDegree, 20)] as const
  const perMetre = Math.min((width - 2 * pad) / spans[0], (height - 4 * pad) / spans[1])
  return {
    perMetre,
    point: ([longitude, latitude]: Place): readonly [number, number] => [
      left + width / 2 + (longitude - middle[0]) * metresEast * perMetre,
      top + height / 2 - (latitude - middle[1]) * metresPerDegree * perMetre,
    ],
  }
}
