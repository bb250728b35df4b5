import type { Layer } from '@deck.gl/core'
import type { GatewayState } from '#contract/herd/gateways.ts'
import { alertedGateways, alertRings, selection } from './layers/alerts.ts'
import { animals, missing } from './layers/animals.ts'
import { boundaries } from './layers/boundaries.ts'
import { farms } from './layers/farms.ts'
import { gateways } from './layers/gateways.ts'
import { grid } from './layers/grid.ts'
import { areaLabels, farmLabels } from './layers/labels.ts'
import { momentTrack } from './layers/momentTrack.ts'
import { pens } from './layers/pens.ts'
import { plan } from './layers/plan.ts'
import type { MapState } from './mapState.ts'
import type { SymbolName } from './symbols.ts'

export interface LegendEntry {
  look: SymbolName
  messageId: Extract<FormatjsIntl.Message['ids'], `map.legend.${string}`>
  /** Shows the entry only while the map contains such a symbol; absent: always. */
  shows?: (state: MapState) => boolean
}

interface MapLayer {
  id: string
  /** Parts of the state that the layer depends on; it is rebuilt when one changes. */
  from: readonly (keyof MapState)[]
  build: (state: MapState) => Layer | Layer[]
  legend: readonly LegendEntry[]
}

const isNear = (state: MapState) => state.nearFarmIds.size > 0
const hasAlert = (severity: 'CRITICAL' | 'MAJOR' | 'MINOR') => (state: MapState) =>
  state.alerts.some((alert) => alert.severity === severity)
const hasGateway = (gatewayState: GatewayState) => (state: MapState) =>
  isNear(state) && [...state.gatewayStates.values()].includes(gatewayState)
const look = ['palette', 'scale'] as const

/** Map layers from the ground up. A new layer is a file in `layers/` and a line here. */
export const mapLayers: readonly MapLayer[] = [
  { id: 'grid', from: [...look, 'gridBounds', 'metresPerPixel'], build: grid, legend: [] },
  { id: 'plan', from: [...look, 'scene', 'nearFarmIds', 'metresPerPixel'], build: plan, legend: [] },
  { id: 'boundaries', from: [...look, 'scene', 'nearFarmIds'], build: boundaries, legend: [] },
  {
    id: 'pens',
    from: [...look, 'scene', 'nearFarmIds', 'penCounts', 'alerts'],
    build: pens,
    legend: [],
  },
  {
    id: 'farms',
    from: [...look, 'scene', 'nearFarmIds', 'headcounts', 'alerts'],
    build: farms,
    legend: [
      {
        look: 'farm',
        messageId: 'map.legend.farm',
        shows: (state) => state.nearFarmIds.size < state.scene.farms.length,
      },
    ],
  },
  {
    id: 'animals',
    from: [...look, 'herds', 'herdAt', 'nearFarmIds', 'glides'],
    build: animals,
    legend: [
      { look: 'fresh', messageId: 'map.legend.fresh', shows: isNear },
      { look: 'aged', messageId: 'map.legend.aged', shows: isNear },
      { look: 'unverified', messageId: 'map.legend.unverified', shows: isNear },
      { look: 'unaccounted', messageId: 'map.legend.unaccounted', shows: isNear },
    ],
  },
  // Above the present animals, as missing ones matter most.
  { id: 'missing', from: [...look, 'herds', 'nearFarmIds'], build: missing, legend: [] },
  {
    id: 'track',
    from: [...look, 'track'],
    build: momentTrack,
    legend: [{ look: 'moment', messageId: 'map.legend.moment', shows: (state) => state.track?.place != null }],
  },
  {
    id: 'gateways',
    from: [...look, 'scene', 'nearFarmIds', 'gatewayStates'],
    build: gateways,
    legend: [
      { look: 'gateway', messageId: 'map.legend.gateway', shows: isNear },
      { look: 'gatewayOffline', messageId: 'map.legend.gatewayOffline', shows: hasGateway('OFFLINE') },
    ],
  },
  { id: 'alert-gateways', from: [...look, 'scene', 'alerts', 'nearFarmIds'], build: alertedGateways, legend: [] },
  {
    id: 'alerts',
    from: [...look, 'scene', 'herds', 'alerts', 'nearFarmIds', 'glides'],
    build: alertRings,
    legend: [
      { look: 'farmCritical', messageId: 'map.legend.critical', shows: hasAlert('CRITICAL') },
      { look: 'farmMajor', messageId: 'map.legend.major', shows: hasAlert('MAJOR') },
      { look: 'farmMinor', messageId: 'map.legend.minor', shows: hasAlert('MINOR') },
    ],
  },
  {
    id: 'selection',
    from: [...look, 'herds', 'selectedAnimalId', 'nearFarmIds', 'glides'],
    build: selection,
    legend: [],
  },
  {
    id: 'area-labels',
    from: [...look, 'scene', 'nearFarmIds', 'penCounts', 'alerts', 'metresPerPixel', 'words', 'characters'],
    build: areaLabels,
    legend: [],
  },
  {
    id: 'farm-labels',
    from: [...look, 'scene', 'nearFarmIds', 'headcounts', 'alerts', 'metresPerPixel', 'words', 'characters'],
    build: farmLabels,
    legend: [],
  },
]

export const legendEntries: readonly LegendEntry[] = mapLayers.flatMap((entry) => entry.legend)

/** Returns the message ids of the legend entries for a state. */
export function shownEntries(state: MapState): string[] {
  return legendEntries.filter((entry) => entry.shows?.(state) ?? true).map((entry) => entry.messageId)
}

/** Builds the layers of a state; reuses those whose part of the state has not changed since the last call. */
export function layerBuilder(): (state: MapState) => Layer[] {
  let last: MapState | undefined
  const cached = new Map<string, Layer[]>()
  return (state) => {
    const layers = mapLayers.flatMap((entry) => {
      const before = cached.get(entry.id)
      if (before && last && entry.from.every((part) => Object.is(last?.[part], state[part]))) return before
      const built = [entry.build(state)].flat()
      cached.set(entry.id, built)
      return built
    })
    last = state
    return layers
  }
}
