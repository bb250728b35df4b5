import type { GatewayState } from '#contract/herd/gateways.ts'
import { GlideLayer } from '../glide/glideLayer.ts'
import { standingRows } from '../glide/glideRows.ts'
import type { MapState } from '../mapState.ts'
import type { SymbolName } from '../symbols.ts'

const symbols = {
  ONLINE: 'gateway',
  OFFLINE: 'gatewayOffline',
  NEVER_SEEN: 'gatewayNeverSeen',
} as const satisfies Record<GatewayState, SymbolName>

/** Draws gateways: a hollow square, crossed when offline. */
export function gateways({ scene, nearFarmIds, gatewayStates, palette, scale }: MapState) {
  const places = scene.gateways
    .filter((gateway) => nearFarmIds.has(gateway.farmId))
    .map((gateway) => ({
      at: [gateway.longitude, gateway.latitude] as [number, number],
      symbol: symbols[gatewayStates.get(gateway.id) ?? 'NEVER_SEEN'],
    }))
  return standing('gateways', places, palette, scale)
}

/** Returns a layer of symbols that do not move; empty without places. */
export function standing(
  id: string,
  places: Parameters<typeof standingRows>[0],
  palette: MapState['palette'],
  scale: number,
) {
  if (places.length === 0) return []
  const rows = standingRows(places)
  return new GlideLayer({
    id,
    rows,
    marks: null,
    palette,
    scale,
    herdAt: 0,
    sizeMetres: 0,
    minPixels: 0,
    glides: false,
    coordinateSystem: 'lnglat-offsets',
    coordinateOrigin: [rows.originLongitude, rows.originLatitude, 0],
  })
}
