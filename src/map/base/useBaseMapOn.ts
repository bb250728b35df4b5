import { AttributionControl, type Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import { wall } from '../../theme/colours.ts'
import { addBaseMap, removeBaseMap } from './baseMap.ts'

/** Draws a base map below a map once it has loaded, with its attribution. */
export function useBaseMapOn(map: MapLibreMap | null, baseMap: BaseMap | null): void {
  useEffect(() => {
    if (!map || !baseMap) return
    const end = new AbortController()
    // The outlines remain; a missing network is not an error of the page.
    void addBaseMap(map, baseMap, wall, end.signal).catch(() => undefined)
    const control =
      baseMap.attribution === null
        ? null
        : new AttributionControl({ compact: true, customAttribution: baseMap.attribution })
    if (control) map.addControl(control, 'bottom-left')
    return () => {
      end.abort()
      removeBaseMap(map)
      if (control && map.hasControl(control)) map.removeControl(control)
    }
  }, [map, baseMap])
}
