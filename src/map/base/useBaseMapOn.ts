import { AttributionControl, type Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import { wall } from '../../theme/colours.ts'
import { addBaseMap } from './baseMap.ts'

/** Draws a base map below a map, once it is known, and says whose it is. */
export function useBaseMapOn(map: MapLibreMap | null, baseMap: BaseMap | null): void {
  useEffect(() => {
    if (!map || !baseMap) return
    // Without it there are the outlines: a network that is away is no fault of the page.
    void addBaseMap(map, baseMap, wall).catch(() => undefined)
    if (baseMap.attribution === null) return
    const control = new AttributionControl({ compact: true, customAttribution: baseMap.attribution })
    map.addControl(control, 'bottom-left')
    return () => {
      if (map.hasControl(control)) map.removeControl(control)
    }
  }, [map, baseMap])
}
