import { LineLayer } from '@deck.gl/layers'
import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import { metresPerDegreeEast, roundMetres } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'

/** Maximum distance of grid lines, design pixels; the scale bar has the same length. */
export const gridPixels = 150

/** Draws a grid of metres, which shows distances and movement of the map without a picture of the ground. */
export function grid({ gridBounds, metresPerPixel, palette, scale }: MapState) {
  const [west, south, east, north] = gridBounds
  const spacing = roundMetres(gridPixels * scale * metresPerPixel)
  const stepNorth = spacing / metresPerDegree
  // One spacing per degree of latitude, so that the lines do not shift as the map moves north.
  const stepEast = spacing / metresPerDegreeEast(Math.round((south + north) / 2))
  const lines: { from: LongitudeLatitude; to: LongitudeLatitude }[] = []
  for (let i = Math.ceil(west / stepEast); i * stepEast <= east && lines.length < 200; i++) {
    lines.push({ from: [i * stepEast, south], to: [i * stepEast, north] })
  }
  for (let i = Math.ceil(south / stepNorth); i * stepNorth <= north && lines.length < 400; i++) {
    lines.push({ from: [west, i * stepNorth], to: [east, i * stepNorth] })
  }
  return new LineLayer({
    id: 'grid',
    data: lines,
    getSourcePosition: (line) => line.from,
    getTargetPosition: (line) => line.to,
    getColor: toRgba(palette.grid),
    getWidth: scale,
    widthUnits: 'pixels',
  })
}
