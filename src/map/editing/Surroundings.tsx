import { useMemo } from 'react'
import { Layer, Marker, Source } from 'react-map-gl/maplibre'
import { type PlanImage, ringOf } from '#contract/herd/planImages.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { wall } from '../../theme/colours.ts'
import { outerRing, topOf } from '../geometry.ts'

/** Outline around the edited object; corners snap to it. */
export interface Outline {
  id: string
  /** Empty: not named on the map. */
  name: string
  polygon: Polygon
  /** A plan is the frame of a picture; only the picture shows and nothing snaps to it. */
  kind: 'farm' | 'pen' | 'plan'
  plan?: PlanImage
}

/** Returns the outline of a farm's plan picture; empty without a plan. */
export function planOutline(id: string, plan: PlanImage | null | undefined): Outline[] {
  return plan
    ? [{ id, name: '', kind: 'plan', plan, polygon: { type: 'Polygon', coordinates: [ringOf(plan.corners)] } }]
    : []
}

const maxNames = 200

/** Draws farms dashed and pens solid, with their names. */
export function Surroundings({ outlines }: { outlines: readonly Outline[] }) {
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: outlines.map(({ polygon, kind }) => ({
        type: 'Feature' as const,
        properties: { kind },
        geometry: polygon,
      })),
    }),
    [outlines],
  )
  return (
    <>
      <Source id="surroundings" type="geojson" data={data}>
        <Layer
          id="surrounding-pens"
          type="fill"
          filter={['==', ['get', 'kind'], 'pen']}
          paint={{ 'fill-color': wall.penLine, 'fill-opacity': 0.12 }}
        />
        <Layer
          id="surrounding-pen-lines"
          type="line"
          filter={['==', ['get', 'kind'], 'pen']}
          paint={{ 'line-color': wall.penLine, 'line-width': 1.5 }}
        />
        <Layer
          id="surrounding-farms"
          type="line"
          filter={['==', ['get', 'kind'], 'farm']}
          paint={{ 'line-color': wall.normalLine, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
        />
      </Source>
      {outlines
        .filter(({ name }) => name !== '')
        .slice(0, maxNames)
        .map(({ id, name, polygon }) => {
          const [longitude, latitude] = topOf(outerRing(polygon))
          return (
            <Marker key={id} longitude={longitude} latitude={latitude} anchor="bottom" className="polygon-map-name">
              {name}
            </Marker>
          )
        })}
    </>
  )
}
