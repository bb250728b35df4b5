import { useIntl } from 'react-intl'
import { boundsOf, metresPerDegreeEast, middleOf, outerRing, type Bounds } from '../geometry.ts'
import { farmSymbols } from '../layers/farms.ts'
import { textPixels } from '../labels/labels.ts'
import type { MapState } from '../mapState.ts'
import { wall } from '../../theme/colours.ts'
import { SymbolMark } from './SymbolMark.tsx'
import { farmTrouble } from '../trouble.ts'

interface Props extends Pick<MapState, 'scene' | 'headcounts' | 'alerts'> {
  /** Bounds of the map's view. */
  bounds: Bounds
  currentFarmId: number | null
  onSelectFarm: ((farmId: number) => void) | undefined
}

const [width, height] = [208, 148]
const margin = { left: 22, right: 46, top: 18, bottom: 32 }

/** Small map of all farms, with a frame around the main map's view. */
export function Overview({ scene, headcounts, alerts, bounds, currentFarmId, onSelectFarm }: Props) {
  const intl = useIntl()
  if (scene.farms.length < 2) return null
  const places = scene.farms.map((farm) => ({ farm, at: middleOf(boundsOf(outerRing(farm.boundary))) }))
  const all = boundsOf(places.map((place) => place.at))
  const project = fit(all)
  const [left, top] = project([bounds[0], bounds[3]])
  const [right, bottom] = project([bounds[2], bounds[1]])
  // A very small view gets a larger frame, to be visible. `framed`: the frame lies within the drawing.
  const grow = Math.max(0, 20 - (right - left)) / 2
  const frame = {
    x: left - grow,
    y: top - grow,
    width: right - left + 2 * grow,
    height: Math.max(14, bottom - top) + 2 * grow,
  }
  const framed = frame.x > 2 && frame.y > 2 && frame.x + frame.width < width - 2 && frame.y + frame.height < height - 2
  // Hidden when the main map already shows all farms.
  if (!framed && frame.width > width * 0.4) return null
  return (
    <figure className="farm-map-overview" aria-label={intl.formatMessage({ id: 'map.overview' })}>
      <svg viewBox={`0 0 ${width} ${height}`}>
        <rect {...frame} fill="none" stroke={wall.words} strokeWidth={1.5} />
        {places.map(({ farm, at }) => {
          const [x, y] = project(at)
          const trouble = farmTrouble(farm.id, { alerts, headcounts })
          const headcount = headcounts.get(farm.id)
          const count = headcount ? intl.formatNumber(headcount.ledger) : ''
          const inFrame =
            Math.abs(x - frame.x - frame.width / 2) < frame.width / 2 &&
            Math.abs(y - frame.y - frame.height / 2) < frame.height / 2 + 4
          const gap = inFrame ? Math.max(10, Math.min(frame.x + frame.width - x + 4, 26)) : 10
          const toTheLeft = x + gap + textPixels(count, 12) > width - 4
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
              <text
                x={toTheLeft ? -gap : gap}
                y={4}
                textAnchor={toTheLeft ? 'end' : 'start'}
                fill={farm.id === currentFarmId ? wall.words : wall.wordsQuiet}
              >
                {count}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption>{intl.formatMessage({ id: 'count.ledger' })}</figcaption>
    </figure>
  )
}

/** Returns the projection from degrees to drawing units, true to scale. */
function fit(all: Bounds): (at: readonly [longitude: number, latitude: number]) => [x: number, y: number] {
  const [longitude, latitude] = middleOf(all)
  const east = metresPerDegreeEast(latitude)
  const north = 111_320
  const room = [width - margin.left - margin.right, height - margin.top - margin.bottom] as const
  const pixelsPerMetre = Math.min(
    room[0] / Math.max(500, (all[2] - all[0]) * east),
    room[1] / Math.max(500, (all[3] - all[1]) * north),
  )
  return (at) => [
    margin.left + room[0] / 2 + (at[0] - longitude) * east * pixelsPerMetre,
    margin.top + room[1] / 2 - (at[1] - latitude) * north * pixelsPerMetre,
  ]
}
