import { TextLayer } from '@deck.gl/layers'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, metresPerDegreeEast, middleOf, outerRing, topOf } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { farmTrouble, penTrouble } from '../trouble.ts'

export const typeface = "'Inter Variable', Inter, 'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

interface Label {
  text: string
  at: LongitudeLatitude
  sizePixels: number
  colour: [number, number, number, number]
}

/**
 * Names of pens with heard/expected, and of the farms they are on. They interrupt the upper edge of their own area, so
 * that it is plain whose they are; a pen that is narrower than its name goes without.
 */
export function areaLabels(state: MapState) {
  const { scene, nearFarmIds, penCounts, metresPerPixel, palette, scale } = state
  const colours = { major: toRgba(palette.major), unverified: toRgba(palette.unverifiedWords), normal: toRgba(palette.wordsQuiet) }
  const ofFarms = scene.farms
    .filter((farm) => nearFarmIds.has(farm.id))
    .map((farm): Label => ({ text: farm.name, at: topOf(outerRing(farm.boundary)), sizePixels: 14, colour: toRgba(palette.wordsFaint) }))
  const ofPens = scene.pens
    .filter((pen) => nearFarmIds.has(pen.farmId))
    .flatMap((pen): Label[] => {
      const ring = outerRing(pen.polygon)
      const count = penCounts.get(pen.id)
      const text = count ? `${pen.name} ${count.heard}/${count.expected}` : pen.name
      const [west, south, east] = boundsOf(ring)
      const widthPixels = ((east - west) * metresPerDegreeEast(south)) / metresPerPixel
      if (widthPixels < textPixels(text, 16 * scale)) return []
      return [{ text, at: topOf(ring), sizePixels: 16, colour: colours[penTrouble(pen.id, state)] }]
    })
  return text('area-labels', [...ofFarms, ...ofPens], state)
}

/** Names of the farms that are far, with heads heard of the ledger, under their symbol. */
export function farmLabels(state: MapState) {
  const { scene, nearFarmIds, headcounts, palette } = state
  const labels: Label[] = []
  for (const farm of scene.farms) {
    if (nearFarmIds.has(farm.id)) continue
    const headcount = headcounts.get(farm.id)
    labels.push({
      text: headcount ? `${farm.name}\n${headcount.heard}/${headcount.ledger}` : farm.name,
      at: middleOf(boundsOf(outerRing(farm.boundary))),
      sizePixels: 18,
      colour: farmTrouble(farm.id, state) === 'normal' ? toRgba(palette.wordsQuiet) : toRgba(palette.words),
    })
  }
  return text('farm-labels', labels, state, true)
}

function text(id: string, labels: Label[], { characters, palette, scale }: MapState, below = false) {
  if (!characters || labels.length === 0) return []
  return [
    new TextLayer<Label>({
      id,
      data: labels,
      getText: (label) => label.text,
      getPosition: (label) => label.at,
      getColor: (label) => label.colour,
      getSize: (label) => label.sizePixels * scale,
      sizeUnits: 'pixels',
      getPixelOffset: [0, below ? 18 * scale : 0],
      getTextAnchor: 'middle',
      getAlignmentBaseline: below ? 'top' : 'center',
      background: !below,
      getBackgroundColor: toRgba(palette.ground, 225),
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
