import { type BaseMap, type BaseMapKind, type BaseMapSettings, originsIn } from '#contract/herd/baseMap.ts'
import { originOf } from '#contract/values/mapAddresses.ts'
import type { Settings } from '../../../settings.ts'

/** Tianditu's tile hosts; requests are spread over them. */
const tiandituHosts = ['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) => `https://t${digit}.tianditu.gov.cn`)
/** Aerial imagery and its labels, in Web Mercator. */
const tiandituLayers = ['img', 'cia']
const tiandituMaxZoom = 18
/** Maximum zoom with tiles of their own; beyond it, tiles are enlarged. */
const defaultMaxZoom = 19

/** The chosen base map and its settings. */
export type BaseMapChoice = Pick<
  BaseMapSettings,
  'fileName' | 'address' | 'origins' | 'tiandituKey' | 'datum' | 'attribution'
> & { kind: BaseMapKind }

type BaseMapVariables = Pick<
  Settings,
  'BASE_MAP_FILE' | 'BASE_MAP_URL' | 'BASE_MAP_DATUM' | 'BASE_MAP_ATTRIBUTION' | 'BASE_MAP_ORIGINS' | 'TIANDITU_KEY'
>

/** Returns the choice made by the server's environment. */
export function choiceOf({
  BASE_MAP_FILE,
  BASE_MAP_URL,
  BASE_MAP_DATUM,
  BASE_MAP_ATTRIBUTION,
  BASE_MAP_ORIGINS,
  TIANDITU_KEY,
}: BaseMapVariables): BaseMapChoice {
  const ofAddress = () => (BASE_MAP_URL === undefined ? 'NONE' : BASE_MAP_URL.includes('{z}') ? 'TILES' : 'STYLE')
  return {
    kind: BASE_MAP_FILE !== undefined ? 'FILE' : TIANDITU_KEY !== undefined ? 'TIANDITU' : ofAddress(),
    fileName: BASE_MAP_FILE ?? null,
    address: BASE_MAP_URL ?? null,
    origins: BASE_MAP_ORIGINS.join(','),
    tiandituKey: TIANDITU_KEY ?? null,
    datum: BASE_MAP_DATUM,
    attribution: BASE_MAP_ATTRIBUTION ?? null,
  }
}

/** Returns the base map for a browser; null without one: the console then draws its own outlines. */
export function baseMapOf({ kind, address, tiandituKey, datum, attribution }: BaseMapChoice): BaseMap | null {
  switch (kind) {
    case 'NONE':
      return null
    case 'FILE':
      return { kind, datum: 'WGS-84', attribution }
    case 'TIANDITU':
      return {
        kind: 'TILES',
        layers: tiandituLayers.map((layer) => ({
          tiles: tiandituTiles(layer, tiandituKey ?? ''),
          maxZoom: tiandituMaxZoom,
        })),
        datum: 'WGS-84',
        attribution: attribution ?? '© 天地图',
      }
    case 'TILES':
      return { kind, layers: [{ tiles: [address ?? ''], maxZoom: defaultMaxZoom }], datum, attribution }
    case 'STYLE':
      return { kind, url: address ?? '', datum, attribution }
  }
}

function tiandituTiles(layer: string, key: string): string[] {
  const query = `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILECOL={x}&TILEROW={y}&TILEMATRIX={z}&tk=${key}`
  return tiandituHosts.map((host) => `${host}/${layer}_w/wmts?${query}`)
}

/** Returns the origins that a browser loads the base map from, apart from this server. */
export function baseMapOrigins(choice: BaseMapChoice): string[] {
  const baseMap = baseMapOf(choice)
  if (baseMap === null || baseMap.kind === 'FILE') return []
  const addresses = baseMap.kind === 'STYLE' ? [baseMap.url] : baseMap.layers.flatMap(({ tiles }) => tiles)
  const others = choice.kind === 'TIANDITU' ? [] : originsIn(choice.origins)
  return [...new Set([...addresses, ...others].flatMap((address) => originOf(address) ?? []))]
}
