import './polygon.css'
import type { Polygon } from '#contract/values/geo.ts'
import { boundsOf, metresPerDegreeEast, outerRing } from '../../map/geometry.ts'
import { metresPerDegree } from '#contract/values/geo.ts'
import { Area } from './Area.tsx'

const width = 220
const height = 140
const margin = 4

/** Outline of a polygon to scale, with its holes and area. */
export function PolygonShown({ value }: { value: Polygon }) {
  return (
    <span className="polygon-shown">
      {/* First, so that it aligns with the field's label. */}
      <Area polygon={value} />
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        <path d={pathOf(value)} fillRule="evenodd" />
      </svg>
    </span>
  )
}

function pathOf(polygon: Polygon): string {
  const [west, south, east, north] = boundsOf(outerRing(polygon))
  const perDegree = metresPerDegreeEast((south + north) / 2)
  const scale = Math.min(
    (width - 2 * margin) / ((east - west) * perDegree),
    (height - 2 * margin) / ((north - south) * metresPerDegree),
  )
  const point = ([longitude, latitude]: readonly [number, number]) =>
    `${(margin + (longitude - west) * perDegree * scale).toFixed(1)} ${(margin + (north - latitude) * metresPerDegree * scale).toFixed(1)}`
  return polygon.coordinates.map((ring) => `M${ring.map(point).join('L')}Z`).join('')
}
