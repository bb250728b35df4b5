import type { BaseMap } from '#contract/herd/baseMap.ts'
import type { Settings } from '../../../settings.ts'

/** Tianditu's hosts for tiles, which share the work. */
const tiandituHosts = ['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) => `https://t${digit}.tianditu.gov.cn`)
/** Pictures from above, and the names on them, in Web Mercator. */
const tiandituLayers = ['img', 'cia']
const tiandituMaxZoom = 18
/** Beyond it tiles are enlarged. */
const usualMaxZoom = 19

type BaseMapSettings = Pick<Settings, 'BASE_MAP_FILE' | 'BASE_MAP_URL' | 'BASE_MAP_DATUM' | 'BASE_MAP_ATTRIBUTION' | 'BASE_MAP_ORIGINS' | 'TIANDITU_KEY'>

/** The base map that the settings name; null: none, and the console draws its own outlines. */
export function baseMapOf(settings: BaseMapSettings): BaseMap | null {
  const { BASE_MAP_FILE: file, BASE_MAP_URL: url, BASE_MAP_DATUM: datum, TIANDITU_KEY: key } = settings
  const attribution = settings.BASE_MAP_ATTRIBUTION ?? null
  if (file !== undefined) return { kind: 'FILE', datum: 'WGS-84', attribution }
  if (key !== undefined) return { kind: 'TILES', layers: tiandituLayers.map((layer) => ({ tiles: tiandituTiles(layer, key), maxZoom: tiandituMaxZoom })), datum: 'WGS-84', attribution: attribution ?? '© 天地图' }
  if (url === undefined) return null
  if (url.includes('{z}')) return { kind: 'TILES', layers: [{ tiles: [url], maxZoom: usualMaxZoom }], datum, attribution }
  return { kind: 'STYLE', url, datum, attribution }
}

function tiandituTiles(layer: string, key: string): string[] {
  const query = `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILECOL={x}&TILEROW={y}&TILEMATRIX={z}&tk=${key}`
  return tiandituHosts.map((host) => `${host}/${layer}_w/wmts?${query}`)
}

/** The origins that a browser loads the base map from, besides this server. */
export function baseMapOrigins(settings: BaseMapSettings): string[] {
  const baseMap = baseMapOf(settings)
  if (baseMap === null || baseMap.kind === 'FILE') return []
  const addresses = baseMap.kind === 'STYLE' ? [baseMap.url] : baseMap.layers.flatMap(({ tiles }) => tiles)
  return [...new Set([...addresses.map((address) => new URL(address).origin), ...settings.BASE_MAP_ORIGINS])]
}
