import { LineLayer, PolygonLayer } from '@deck.gl/layers'
import { boundsOf, hatchLines, metresPerDegreeEast, outerRing } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import { penTrouble } from '../trouble.ts'

/** Draws pens: grey when all heads were heard, amber when a head is missing or an alert needs attention, hatched violet when unverified. */
export function pens(state: MapState) {
  const { scene, nearFarmIds, palette, scale } = state
  const drawn = scene.pens
    .filter((pen) => nearFarmIds.has(pen.farmId))
    .map((pen) => ({
      id: pen.id,
      ring: outerRing(pen.polygon),
      holes: pen.polygon.coordinates,
      trouble: penTrouble(pen.id, state),
    }))
  const lineColours = {
    major: toRgba(palette.major),
    unverified: toRgba(palette.unverified, 230),
    normal: toRgba(palette.penLine, 220),
  }
  const fillColours = {
    major: toRgba(palette.major, 26),
    unverified: toRgba(palette.unverified, 10),
    normal: toRgba(palette.normal, 26),
  }
  const hatched = drawn
    .filter((pen) => pen.trouble === 'unverified')
    .flatMap((pen) => hatchLines(pen.ring, hatchSpacing(pen.ring)))
  return [
    new PolygonLayer<(typeof drawn)[number]>({
      id: 'pens',
      data: drawn,
      getPolygon: (pen) => pen.holes,
      getFillColor: (pen) => fillColours[pen.trouble],
      getLineColor: (pen) => lineColours[pen.trouble],
      getLineWidth: (pen) => (pen.trouble === 'normal' ? 1.6 : 2.2) * scale,
      lineWidthUnits: 'pixels',
      lineJointRounded: true,
    }),
    ...(hatched.length === 0 ? [] : [hatch(hatched, state)]),
  ]
}

function hatch(lines: ReturnType<typeof hatchLines>, { palette, scale }: MapState) {
  return new LineLayer<(typeof lines)[number]>({
    id: 'pens-hatch',
    data: lines,
    getSourcePosition: (line) => line[0],
    getTargetPosition: (line) => line[1],
    getColor: toRgba(palette.unverified, 76),
    getWidth: 2 * scale,
    widthUnits: 'pixels',
  })
}

/** Returns a spacing that gives every pen the same number of lines. */
function hatchSpacing(ring: ReturnType<typeof outerRing>): number {
  const [west, south, east] = boundsOf(ring)
  return Math.max(1, ((east - west) * metresPerDegreeEast(south)) / 18)
}
