import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, metresPerDegreeEast, middleOf, outerRing, topOf } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { farmTrouble, penTrouble, troubles } from '../trouble.ts'

/** A name on the map. Sizes are in design pixels. */
export interface Label {
  text: string
  at: LongitudeLatitude
  sizePixels: number
  colour: [number, number, number, number]
  /** The name stands below the symbol of its place rather than on it. */
  isBelow: boolean
}

export const lineHeight = 1.25
/** Distance from a symbol's middle to the name below it. */
export const symbolGap = 18
/** Minimum gap around a name. */
const clearance = 4
/** Radius of a farm's symbol. */
const symbolReach = 12

/**
 * Returns names of near farms, and of their pens with present heads per ledger in the farm's window.
 * Names interrupt the upper edge of their area; a pen narrower than its name has no name.
 */
export function areaLabelsOf(state: MapState): Label[] {
  const { scene, nearFarmIds, penCounts, metresPerPixel, palette, scale, words } = state
  const colours = {
    major: toRgba(palette.major),
    unverified: toRgba(palette.unverifiedWords),
    normal: toRgba(palette.wordsQuiet),
  }
  const near = scene.farms.filter((farm) => nearFarmIds.has(farm.id))
  const ofPens = near.flatMap((farm) =>
    scene.pens
      .filter((pen) => pen.farmId === farm.id)
      .flatMap((pen): Label[] => {
        const ring = outerRing(pen.polygon)
        const [west, south, east] = boundsOf(ring)
        const widthPixels = ((east - west) * metresPerDegreeEast(south)) / metresPerPixel
        const count = penCounts.get(pen.id)
        const counted = count && words.counted(count.present, count.ledger, farm.windowMinutes)
        const written = counted === undefined ? [pen.name] : [words.join(pen.name, counted), `${pen.name}\n${counted}`]
        const text = written.find((one) => textPixels(one, 16 * scale) <= widthPixels)
        return text === undefined
          ? []
          : [{ text, at: topOf(ring), sizePixels: 16, colour: colours[penTrouble(pen.id, state)], isBelow: false }]
      }),
  )
  const ofFarms = near.map((farm): Label => ({
    text: farm.name,
    at: topOf(outerRing(farm.boundary)),
    sizePixels: 14,
    colour: toRgba(palette.wordsFaint),
    isBelow: false,
  }))
  return withoutOverlaps(
    [...ofPens, ...ofFarms].map((label) => [label]),
    state,
  )
}

/**
 * Returns names of far farms with heard heads per ledger, or the bare name where that would overlap another name or symbol.
 * Where room is short, the farms in the worst state are named.
 */
export function farmLabelsOf(state: MapState): Label[] {
  const { scene, nearFarmIds, headcounts, palette, words } = state
  const far = scene.farms
    .filter((farm) => !nearFarmIds.has(farm.id))
    .map((farm) => ({
      farm,
      at: middleOf(boundsOf(outerRing(farm.boundary))),
      trouble: troubles.indexOf(farmTrouble(farm.id, state)),
    }))
    .toSorted((a, b) => a.trouble - b.trouble)
  const names = far.map(({ farm, at, trouble }): Label[] => {
    const headcount = headcounts.get(farm.id)
    const counted = headcount
      ? [`${farm.name}\n${words.counted(headcount.heard, headcount.ledger, headcount.windowMinutes)}`]
      : []
    const colour = troubles[trouble] === 'normal' ? toRgba(palette.wordsQuiet) : toRgba(palette.words)
    return [...counted, farm.name].map((text) => ({ text, at, sizePixels: 18, colour, isBelow: true }))
  })
  return withoutOverlaps(
    names,
    state,
    far.map(({ at }) => at),
  )
}

/** Chooses for each name the first variant that overlaps no symbol and no earlier name; leaves the name out if all do. */
function withoutOverlaps(
  names: readonly (readonly Label[])[],
  { metresPerPixel, scale }: Pick<MapState, 'metresPerPixel' | 'scale'>,
  symbols: readonly LongitudeLatitude[] = [],
): Label[] {
  const [first] = names[0] ?? []
  if (!first) return []
  const east = metresPerDegreeEast(first.at[1])
  const onScreen = ([longitude, latitude]: LongitudeLatitude) =>
    [(longitude * east) / metresPerPixel, (-latitude * metresPerDegree) / metresPerPixel] as const
  const reach = symbolReach * scale
  const marks = symbols
    .map(onScreen)
    .map(([x, y]): Box => ({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }))
  const taken: Box[] = []
  return names.flatMap((ways) => {
    const label = ways.find((way) => {
      const box = labelBox(way, onScreen(way.at), scale)
      return !marks.some((mark) => overlap(box, mark)) && !taken.some((other) => overlap(box, other, clearance * scale))
    })
    if (label === undefined) return []
    taken.push(labelBox(label, onScreen(label.at), scale))
    return [label]
  })
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the box of a name around a point on the screen, pixels. */
export function labelBox(
  { text, sizePixels, isBelow }: Label,
  [x, y]: readonly [x: number, y: number],
  scale: number,
): Box {
  const width = textPixels(text, sizePixels * scale)
  const height = text.split('\n').length * sizePixels * lineHeight * scale
  const top = isBelow ? y + symbolGap * scale : y - height / 2
  return { left: x - width / 2, top, right: x + width / 2, bottom: top + height }
}

/** Returns whether two boxes are closer than a distance in pixels. */
export function overlap(a: Box, b: Box, minGap = 0): boolean {
  return (
    a.left < b.right + minGap && b.left < a.right + minGap && a.top < b.bottom + minGap && b.top < a.bottom + minGap
  )
}

/** Estimates the width of a text's widest line: Chinese characters are square, others a little over half as wide. */
export function textPixels(text: string, sizePixels: number): number {
  return Math.max(...text.split('\n').map(lineEms)) * sizePixels
}

function lineEms(line: string): number {
  let width = 0
  for (const character of line) width += character.charCodeAt(0) > 0x2e7f ? 1 : 0.58
  return width
}

/** Returns every character that the labels of a scene may contain. */
export function labelCharacters({ farms, pens }: MapState['scene'], words: MapState['words']): string {
  const all = new Set('0123456789/ -–·.,…')
  const counted = farms.map(({ windowMinutes }) => words.counted(1_234_567_890, 0, windowMinutes))
  for (const name of [...farms.map((farm) => farm.name), ...pens.map((pen) => pen.name), ...counted]) {
    for (const character of name) all.add(character)
  }
  all.delete('\n')
  return [...all].toSorted().join('')
}
