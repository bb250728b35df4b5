import { TextLayer } from '@deck.gl/layers'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { areaLabelsOf, farmLabelsOf, lineHeight, symbolGap, type Label } from '../labels/labels.ts'

export const typeface =
  "'Inter Variable', Inter, 'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

/** Draws names of near farms, and of their pens with present heads per ledger. */
export function areaLabels(state: MapState) {
  return text('area-labels', areaLabelsOf(state), state)
}

/** Draws names of far farms with heard heads per ledger, below their symbols. */
export function farmLabels(state: MapState) {
  return text('farm-labels', farmLabelsOf(state), state)
}

function text(id: string, labels: Label[], { characters, palette, scale }: MapState) {
  const [first] = labels
  if (!characters || !first) return []
  return [
    new TextLayer<Label>({
      id,
      data: labels,
      getText: (label) => label.text,
      getPosition: (label) => label.at,
      getColor: (label) => label.colour,
      getSize: (label) => label.sizePixels * scale,
      sizeUnits: 'pixels',
      getPixelOffset: [0, first.isBelow ? symbolGap * scale : 0],
      getTextAnchor: 'middle',
      getAlignmentBaseline: first.isBelow ? 'top' : 'center',
      background: !first.isBelow,
      getBackgroundColor: toRgba(palette.ground, 225),
      backgroundPadding: [6 * scale, 1 * scale],
      backgroundBorderRadius: 3 * scale,
      lineHeight,
      fontFamily: typeface,
      fontWeight: 500,
      // One set for all labels, independent of the counts: the glyphs are drawn once.
      characterSet: characters,
      fontSettings: { sdf: true, fontSize: 48, buffer: 8, radius: 12, cutoff: 0.22, smoothing: 0.16 },
    }),
  ]
}
