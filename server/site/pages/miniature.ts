import { html, type Markup } from '../html.ts'
import type { Translate } from '../words.ts'

interface Pen {
  x: number
  y: number
  width: number
  height: number
  heads: number
}

const pens: readonly Pen[] = [
  { x: 40, y: 58, width: 210, height: 122, heads: 34 },
  { x: 282, y: 40, width: 236, height: 132, heads: 40 },
  { x: 60, y: 226, width: 240, height: 132, heads: 38 },
  { x: 334, y: 214, width: 190, height: 142, heads: 30 },
]
/** Animals not heard for a while, drawn hollow. */
const silentHeads: ReadonlySet<number> = new Set([17, 71])
const all = pens.reduce((sum, { heads }) => sum + heads, 0)

/** Returns positions spread evenly over a pen with small shifts, computed instead of random so that every visit shows the same herd. */
function headsOf({ x, y, width, height, heads }: Pen, seed: number): { x: number; y: number }[] {
  const columns = Math.ceil(Math.sqrt((heads * width) / height))
  const rows = Math.ceil(heads / columns)
  return Array.from({ length: heads }, (_, place) => {
    const [column, row] = [place % columns, Math.floor(place / columns)]
    const shift = (salt: number) => Math.sin((place + 1) * 12.9898 * (seed + salt)) * 0.36
    return {
      x: Math.round(x + 14 + ((column + 0.5 + shift(1)) / columns) * (width - 28)),
      y: Math.round(y + 14 + ((row + 0.5 + shift(3)) / rows) * (height - 28)),
    }
  })
}

/**
 * Renders a herd in four pens, labelled as simulated. The picture is static; `src/site/miniature.ts` moves the animals, and now and then one of
 * them leaves its pen.
 */
export function miniature(say: Translate): Markup {
  let drawn = 0
  return html`<figure class="miniature wall-colours" data-miniature>
<svg viewBox="0 0 560 400" role="img" aria-label="${say('map.title')}">
<path class="mini-hill" d="M-20 96 C120 40 220 150 330 92 S500 40 590 84 M-20 216 C100 170 240 262 360 200 S520 168 590 210 M-20 330 C140 300 250 372 380 322 S520 300 590 330" />
<path class="mini-water" d="M-10 386 C110 352 200 400 310 386 S480 352 570 376" />
${pens.map(
  (
    pen,
    index,
  ) => html`<g class="mini-pen" data-pen="${pen.x} ${pen.y} ${pen.width} ${pen.height}"><rect x="${pen.x}" y="${pen.y}" width="${pen.width}" height="${pen.height}" />
<text x="${pen.x + pen.width / 2}" y="${pen.y - 9}" text-anchor="middle">${say('map.pen', { number: index + 1 })}</text>
${headsOf(pen, index + 1).map((head) => html`<circle${silentHeads.has(drawn++) && html` class="quiet"`} cx="${head.x}" cy="${head.y}" r="3.4" />`)}
<path class="mini-gateway" d="M${pen.x + pen.width - 5} ${pen.y - 5}h10v10h-10z" /></g>`,
)}
</svg>
<figcaption><span class="mini-state" data-left="${say('map.left')}"><b>${say('map.simulated')}</b><span data-state aria-hidden="true"></span></span>
<span class="mini-count">${say('map.count', { heads: all, heard: all - silentHeads.size })}</span>
<button type="button" class="mini-pause" data-pause="${say('map.pause')}" data-play="${say('map.play')}" hidden>${say('map.pause')}</button></figcaption>
</figure>`
}
