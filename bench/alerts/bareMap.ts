import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { during, type Tasks, watchTasks } from './longTasks.ts'

const files = new URL('../../node_modules/maplibre-gl/dist/', import.meta.url)
const origin = 'http://bare.map'
const page_ = `<!doctype html><link rel="stylesheet" href="/maplibre-gl.css"><div id="map" style="width: WIDTHpx; height: HEIGHTpx"></div>
<script type="module">
import { Map, setWorkerUrl } from '/maplibre-gl.mjs'
setWorkerUrl('/maplibre-gl-worker.mjs')
const square = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[112, 43], [112.1, 43], [112.1, 43.1], [112, 43.1], [112, 43]]] } }
const map = new Map({ container: 'map', attributionControl: false, center: [112.05, 43.05], zoom: 6, canvasContextAttributes: { antialias: true }, style: {
  version: 8,
  sources: { square: { type: 'geojson', data: square } },
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#0b1220' } }, { id: 'fence', type: 'line', source: 'square', paint: { 'line-color': '#f5a623', 'line-width': 2 } }],
} })
map.on('load', () => Object.assign(window, { bareMap: map }))
</script>`

/** The control: a MapLibre map of the alert screen's size with one fence flies to an animal like that screen's map. */
export async function measureBareMap(
  browser: Browser,
  { width, height }: { width: number; height: number },
): Promise<Tasks> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  try {
    await page.addInitScript(watchTasks)
    await page.route(`${origin}/**`, (route) => {
      const name = basename(new URL(route.request().url()).pathname)
      if (name === '')
        return route.fulfill({
          contentType: 'text/html',
          body: page_.replace('WIDTH', String(width)).replace('HEIGHT', String(height)),
        })
      return route.fulfill({
        contentType: name.endsWith('.css') ? 'text/css' : 'text/javascript',
        body: readFileSync(new URL(name, files)),
      })
    })
    await page.goto(`${origin}/`)
    await page.waitForFunction(() => Reflect.has(window, 'bareMap'), null, { timeout: 60_000 })
    await sleep(5000)
    return await during(page, async () => {
      await page.evaluate(() => {
        const { bareMap } = window as {
          bareMap?: { flyTo: (to: { center: [number, number]; zoom: number; duration: number }) => void }
        }
        bareMap?.flyTo({ center: [112.02, 43.02], zoom: 17.2, duration: 1400 })
      })
      await sleep(3000)
    })
  } finally {
    await page.close()
  }
}
