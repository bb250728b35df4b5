import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

/**
 * Maps draw in a worker of their own, whose script is served beside the others. Done before the first map is made. The worker is
 * begun by a line of the page's own: so it keeps to the page's content security policy, and not to the one that its script was
 * cached with when the base map was another.
 */
setWorkerUrl(URL.createObjectURL(new Blob([`import ${JSON.stringify(new URL(workerUrl, location.href).href)}`], { type: 'text/javascript' })))
