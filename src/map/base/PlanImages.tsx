import type { ImageSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { PlanImage } from '#contract/herd/planImages.ts'
import { useImage } from '../../api/files/files.ts'
import { overGround } from './baseStyle.ts'

export interface PlacedPlan {
  /** Identifies the plan on the map. */
  id: string
  plan: PlanImage
}

/** Pictures of farm plans on the ground of a map, below everything else. */
export function PlanImages({ map, plans }: { map: MapLibreMap; plans: readonly PlacedPlan[] }) {
  return plans.map(({ id, plan }) => <Plan key={`${id} ${plan.imageId}`} map={map} id={`plan:${id}`} plan={plan} />)
}

/** MapLibre draws the picture like a tile, so it costs nothing while the herd moves. */
function Plan({ map, id, plan: { imageId, corners, opacity } }: { map: MapLibreMap; id: string; plan: PlanImage }) {
  const { data: content } = useImage(imageId, 'whole', true)
  const url = useMemo(() => content && URL.createObjectURL(content), [content])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  const add = useEffectEvent((from: string) => {
    map.addSource(id, { type: 'image', url: from, coordinates: corners })
    map.addLayer(
      { id, type: 'raster', source: id, paint: { 'raster-opacity': opacity, 'raster-fade-duration': 0 } },
      overGround(map, 'plan'),
    )
  })
  useEffect(() => {
    if (url === undefined) return
    add(url)
    return () => {
      // The map may have been removed first, with all its layers.
      if (!map.style) return
      map.removeLayer(id)
      map.removeSource(id)
    }
  }, [map, id, url])

  useEffect(() => {
    map.getSource<ImageSource>(id)?.setCoordinates(corners)
    if (map.getLayer(id)) map.setPaintProperty(id, 'raster-opacity', opacity)
  }, [map, id, corners, opacity])
  return null
}
