import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

/**
 * Sets the script of MapLibre's worker before the first map is made. The worker starts from a blob of the page itself,
 * so that the page's content security policy applies.
 * The script's own cached policy could belong to an earlier base map.
 */
setWorkerUrl(
  URL.createObjectURL(
    new Blob([`import ${JSON.stringify(new URL(workerUrl, location.href).href)}`], { type: 'text/javascript' }),
  ),
)
