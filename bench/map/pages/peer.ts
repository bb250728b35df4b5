import 'maplibre-gl/dist/maplibre-gl.css'
import { Map as MapLibreMap, setWorkerUrl, type GeoJSONSource } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { centre, farmCount, farmOrigin, place, steps, zoom } from './field.ts'
import { offer } from './probe.ts'

// The obvious implementation: a GeoJSON source of points, and setData with every update. Positions are prepared and written into existing features,
// so that only MapLibre's own work is measured.
setWorkerUrl(workerUrl)
const animals = Number(new URLSearchParams(location.search).get('animals'))
const count = animals / farmCount
const positions = Array.from({ length: steps }, (_, step) => {
  const all = new Float64Array(animals * 2)
  for (let farm = 0; farm < farmCount; farm++) {
    const [longitude, latitude] = farmOrigin(farm)
    for (let slot = 0; slot < count; slot++) {
      const [offsetLongitude, offsetLatitude] = place(farm, slot, step)
      all.set([longitude + offsetLongitude, latitude + offsetLatitude], (farm * count + slot) * 2)
    }
  }
  return all
})
const features = Array.from({ length: animals }, (_, id) => ({
  type: 'Feature' as const,
  id,
  properties: { state: id % 500 === 7 ? 1 : 0 },
  geometry: { type: 'Point' as const, coordinates: [0, 0] },
}))
const data = { type: 'FeatureCollection' as const, features }

function write(step: number): void {
  const all = positions[step % steps]!
  features.forEach(({ geometry: { coordinates } }, i) => {
    coordinates[0] = all[i * 2]!
    coordinates[1] = all[i * 2 + 1]!
  })
}

write(0)
const map = new MapLibreMap({
  container: 'root',
  style: {
    version: 8,
    sources: { animals: { type: 'geojson', data } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#0a111c' } },
      {
        id: 'animals',
        type: 'circle',
        source: 'animals',
        paint: {
          'circle-radius': 2,
          'circle-color': ['match', ['get', 'state'], 1, '#f5a623', '#f2f6fc'],
          'circle-stroke-width': 1,
          'circle-stroke-color': '#0a111c',
        },
      },
    ],
  },
  center: centre,
  zoom,
  attributionControl: false,
  fadeDuration: 0,
  maxPitch: 0,
  canvasContextAttributes: { antialias: true },
})

async function update(step: number): Promise<void> {
  write(step)
  const loaded = new Promise<void>((resolve) => {
    const check = () => {
      if (!map.isSourceLoaded('animals')) return
      map.off('render', check)
      resolve()
    }
    map.on('render', check)
  })
  await Promise.all([loaded, map.getSource<GeoJSONSource>('animals')?.setData(data)])
}

offer(update, () => map)
void map.once('idle').then(() => (window.probe.ready = true))
