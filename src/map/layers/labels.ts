import { TextLayer } from '@deck.gl/layers'
import type { LongitudeLatitude } from '#contract/geo.ts'
import { boundsOf, metresPerDegreeEast, outerRing, topOf } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { rgba } from '../palette.ts'
import { farmTrouble, penTrouble } from '../trouble.ts'

export const typeface = "'Inter Variable', Inter, 'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

interface Label {
  text: string
  at: LongitudeLatitude
  colour: [number, number, number, number]
}

/**
 * Names of pens with heard/expected. They interrupt the pen's own upper edge, so that it is plain whose they are, and
 * are left out where the pen is narrower than its name.
 */
export function penLabels(state: MapState) {
  const { scene, nearFarmIds, penCounts, metresPerPixel, palette, scale } = state
  const colours = { major: rgba(palette.major), unverified: rgba('#c9aee6'), normal: rgba(palette.wordsQuiet) }
  const labels = scene.pens
    .filter((pen) => nearFarmIds.has(pen.farmId))
    .flatMap((pen): Label[] => {
      const ring = outerRing(pen.polygon)
      const count = penCounts.get(pen.id)
      const text = count ? `${pen.name} ${count.heard}/${count.expected}` : pen.name
      const [west, south, east] = boundsOf(ring)
      const widthPixels = ((east - west) * metresPerDegreeEast(south)) / metresPerPixel
      if (widthPixels < textPixels(text, 16 * scale)) return []
      return [{ text, at: topOf(ring), colour: colours[penTrouble(pen.id, state)] }]
    })
  return text('pen-labels', labels, state, { sizePixels: 16 })
}

/** Names of farms: with heads heard of the ledger while the farm is far, alone over its boundary when it is near. */
export function farmLabels(state: MapState) {
  const { scene, nearFarmIds, headcounts, palette } = state
  const far: Label[] = []
  const near: Label[] = []
  for (const farm of scene.farms) {
    const ring = outerRing(farm.boundary)
    if (nearFarmIds.has(farm.id)) {
      near.push({ text: farm.name, at: topOf(ring), colour: rgba(palette.wordsFaint) })
      continue
    }
    const headcount = headcounts.get(farm.id)
    const [west, south, east, north] = boundsOf(ring)
    far.push({
      text: headcount ? `${farm.name}\n${headcount.heard}/${headcount.ledger}` : farm.name,
      at: [(west + east) / 2, (south + north) / 2],
      colour: farmTrouble(farm.id, state) === 'normal' ? rgba(palette.wordsQuiet) : rgba(palette.words),
    })
  }
  return [
    ...text('farm-labels', near, state, { sizePixels: 14 }),
    ...text('farm-counts', far, state, { sizePixels: 18, below: true }),
  ]
}

function text(id: string, labels: Label[], { characters, palette, scale }: MapState, look: { sizePixels: number; below?: true }) {
  if (!characters || labels.length === 0) return []
  return [
    new TextLayer<Label>({
      id,
      data: labels,
      getText: (label) => label.text,
      getPosition: (label) => label.at,
      getColor: (label) => label.colour,
      getSize: look.sizePixels * scale,
      sizeUnits: 'pixels',
      getPixelOffset: [0, look.below ? 18 * scale : 0],
      getTextAnchor: 'middle',
      getAlignmentBaseline: look.below ? 'top' : 'center',
      background: !look.below,
      getBackgroundColor: rgba(palette.ground, 225),
      backgroundPadding: [6 * scale, 1 * scale],
      backgroundBorderRadius: 3 * scale,
      lineHeight: 1.25,
      fontFamily: typeface,
      fontWeight: 500,
      // One set for all labels, which does not change with the counts: the glyphs are drawn once.
      characterSet: characters,
      fontSettings: { sdf: true, fontSize: 48, buffer: 8, radius: 12, cutoff: 0.22, smoothing: 0.16 },
    }),
  ]
}

/** About how wide a text comes out: a Chinese character is as wide as high, others are a little over half. */
export function textPixels(text: string, sizePixels: number): number {
  let width = 0
  for (const character of text) width += character.charCodeAt(0) > 0x2e7f ? 1 : 0.58
  return width * sizePixels
}

/** Every character the labels of a scene may need. */
export function labelCharacters({ farms, pens }: MapState['scene']): string {
  const all = new Set('0123456789/ -–·.,…')
  for (const { name } of [...farms, ...pens]) for (const character of name) all.add(character)
  return [...all].toSorted().join('')
}
