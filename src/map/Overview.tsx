import { useIntl } from 'react-intl'
import { boundsOf, metresPerDegreeEast, middleOf, outerRing, type Bounds } from './geometry.ts'
import { farmSymbols } from './layers/farms.ts'
import { textPixels } from './layers/labels.ts'
import type { MapState } from './mapState.ts'
import { wall } from './palette.ts'
import { SymbolMark } from './SymbolMark.tsx'
import { farmTrouble } from './trouble.ts'

interface Props extends Pick<MapState, 'scene' | 'headcounts' | 'alerts'> {
  /** What the map shows. */
  bounds: Bounds
  currentFarmId: number | null
  onSelectFarm: ((farmId: number) => void) | undefined
}

const [width, height] = [208, 148]
const margin = { left: 22, right: 46, top: 18, bottom: 18 }

/** All farms at once, with what the map shows of them as a frame. */
export function Overview({ scene, headcounts, alerts, bounds, currentFarmId, onSelectFarm }: Props) {
  const intl = useIntl()
  if (scene.farms.length < 2) return null
  const places = scene.farms.map((farm) => ({ farm, at: middleOf(boundsOf(outerRing(farm.boundary))) }))
  const all = boundsOf(places.map((place) => place.at))
  const project = fit(all)
  const [left, top] = project([bounds[0], bounds[3]])
  const [right, bottom] = project([bounds[2], bounds[1]])
  // A view of a few hundred metres would be a speck, one of everything would frame the frame.
  const grow = Math.max(0, 20 - (right - left)) / 2
  const frame = { x: left - grow, y: top - grow, width: right - left + 2 * grow, height: Math.max(14, bottom - top) + 2 * grow }
  const framed = frame.x > 2 && frame.y > 2 && frame.x + frame.width < width - 2 && frame.y + frame.height < height - 2
  return (
    <svg className="farm-map-overview" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={intl.formatMessage({ id: 'map.overview' })}>
      {framed ? <rect {...frame} fill="none" stroke={wall.words} strokeWidth={1.5} /> : null}
      {places.map(({ farm, at }) => {
        const [x, y] = project(at)
        const trouble = farmTrouble(farm.id, { alerts, headcounts })
        const headcount = headcounts.get(farm.id)
        const count = headcount ? intl.formatNumber(headcount.ledger) : ''
        const toTheLeft = x + 12 + textPixels(count, 12) > width - 4
        return (
          <g
            key={farm.id}
            transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
            className={onSelectFarm ? 'farm-map-overview-farm' : undefined}
            onClick={() => onSelectFarm?.(farm.id)}
          >
            <title>{farm.name}</title>
            <circle r={14} fill="transparent" />
            <SymbolMark look={farmSymbols[trouble]} palette={wall} radius={5} />
            <text x={toTheLeft ? -10 : 10} y={4} textAnchor={toTheLeft ? 'end' : 'start'} fill={farm.id === currentFarmId ? wall.words : wall.wordsQuiet}>
              {count}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Degrees to the drawing's units, true to scale. */
function fit(all: Bounds): (at: readonly [longitude: number, latitude: number]) => [x: number, y: number] {
  const [longitude, latitude] = middleOf(all)
  const east = metresPerDegreeEast(latitude)
  const north = 111_320
  const room = [width - margin.left - margin.right, height - margin.top - margin.bottom] as const
  const pixelsPerMetre = Math.min(room[0] / Math.max(500, (all[2] - all[0]) * east), room[1] / Math.max(500, (all[3] - all[1]) * north))
  return (at) => [
    margin.left + room[0] / 2 + (at[0] - longitude) * east * pixelsPerMetre,
    margin.top + room[1] / 2 - (at[1] - latitude) * north * pixelsPerMetre,
  ]
}
